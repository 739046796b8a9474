#!/bin/sh
# A database on one of two machines: database.sh primary | standby | promote | rejoin, as the user who owns DATA.
#
# OWN and OTHER are the addresses of this machine and of the other one, NETWORK is what both and the rooms' servers are in
# (10.0.0.0/24), DATA the folder of the database, BIN that of PostgreSQL's programs. ROOM_PASSWORD and REPLICATION_PASSWORD
# are the same on both machines. What a commit waits for is the other machine: nothing acknowledged dies with one of them.
set -eu
: "${OWN:?}" "${OTHER:?}" "${NETWORK:?}" "${DATA:?}" "${ROOM_PASSWORD:?}" "${REPLICATION_PASSWORD:?}"
PATH="${BIN:-$(ls -d /usr/lib/postgresql/*/bin | tail -n 1)}:$PATH"
umask 077

configure() {
    cat > "$DATA/fairfelt.conf" <<CONF
listen_addresses = '$OWN'
unix_socket_directories = '$DATA'
password_encryption = scram-sha-256
hot_standby = on
wal_log_hints = on
wal_keep_size = 1GB
synchronous_commit = on
synchronous_standby_names = '*'
tcp_keepalives_idle = 5
CONF
    grep -q fairfelt.conf "$DATA/postgresql.conf" || echo "include 'fairfelt.conf'" >> "$DATA/postgresql.conf"
    # The socket is in a folder that only the database's user may enter. With a certificate write hostssl for host.
    cat > "$DATA/pg_hba.conf" <<HBA
local all         postgres            trust
host  room        room       $NETWORK scram-sha-256
host  replication replicator $NETWORK scram-sha-256
HBA
}

copy_the_other() {
    until PGPASSWORD="$REPLICATION_PASSWORD" pg_basebackup --pgdata "$DATA" --write-recovery-conf --wal-method stream \
        --dbname "host=$OTHER user=replicator password=$REPLICATION_PASSWORD application_name=standby connect_timeout=5"; do
        sleep 2
    done
    rm -f "$DATA"/.s.PGSQL.* # the other one's socket
    configure
}

case "${1:-}" in
primary)
    if [ ! -e "$DATA/PG_VERSION" ]; then
        initdb --username postgres --auth trust --encoding UTF8 --pgdata "$DATA" > /dev/null
        configure
        # nothing waits for a standby before there is one
        pg_ctl --pgdata "$DATA" --wait --silent --options "-c listen_addresses= -c synchronous_standby_names=" start
        psql --quiet --host "$DATA" --username postgres --set room="$ROOM_PASSWORD" --set copy="$REPLICATION_PASSWORD" <<SQL
CREATE ROLE room LOGIN PASSWORD :'room';
CREATE ROLE replicator LOGIN REPLICATION PASSWORD :'copy';
CREATE DATABASE room OWNER room;
SQL
        pg_ctl --pgdata "$DATA" --wait --silent stop
    fi
    exec postgres -D "$DATA" ;;
standby)
    [ -e "$DATA/PG_VERSION" ] || copy_the_other
    exec postgres -D "$DATA" ;;
rejoin) # a primary that died comes back as the standby: what only it had is gone
    find "$DATA" -mindepth 1 -delete
    copy_the_other
    exec postgres -D "$DATA" ;;
promote)
    exec pg_ctl --pgdata "$DATA" --wait promote ;;
*)
    echo "database.sh primary | standby | promote | rejoin" >&2
    exit 2 ;;
esac
