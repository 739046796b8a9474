"""A journal on three servers under Patroni: they die, are cut off and come back; nothing acknowledged is lost."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from fairfelt.ledger.engine import Engine
from fairfelt.ledger.store import Journal, place_of
from fairfelt.ledger.store.place import STANDBYS
from tests.ledger.bank import Bank, Ticking
from tests.ledger.desk import NAME, log
from tests.ledger.store.test_failover import insist
from tests.support.replicas.patroni import patroni_cluster, wait_until

BEFORE_EACH = 30


@pytest.mark.heavy
def test_machines_die_are_cut_off_and_return(tmp_path: Path, record_property: Callable[[str, object], None]) -> None:
    with patroni_cluster(tmp_path / "cluster") as cluster:
        if cluster is None:
            pytest.skip("PostgreSQL, Patroni or etcd is not installed here")
        journal = Journal(place_of(cluster.url))
        wait_until(lambda: _opens(journal), "the journal opens")
        assert journal.waits_for == STANDBYS
        engine, sent, outages = Engine(Bank(), journal, Ticking(), server="first"), 0, {}

        def write(many: int) -> None:
            nonlocal sent
            for _ in range(many):
                sent += 1
                insist(engine, sent)

        write(BEFORE_EACH)
        for what in ("primary killed", "primary cut off from etcd and standbys", "primary killed again"):
            old = cluster.primary()
            assert old
            cuts = "cut off" in what
            began_s = time.monotonic()
            old.cut_off() if cuts else old.kill()
            write(1)
            outages[what] = round(time.monotonic() - began_s, 1)
            write(BEFORE_EACH)
            old.connect_again() if cuts else old.start()
            cluster.wait_for_all()
            write(BEFORE_EACH)
            assert cluster.primary() is not old, "it came back as a standby"
        entries = [entry for entry in log(cluster.url) if entry.kind == "moved"]
        numbers = [entry.device_sequence for entry in entries]
        assert numbers == list(range(1, sent + 1)), "none is lost, none is there twice"
        record_property("outages_s", outages)
        journal.close()


def _opens(journal: Journal) -> bool:
    from fairfelt.ledger import LedgerUnavailable

    try:
        journal.open(new_id=NAME)
    except LedgerUnavailable:
        return False
    return True
