"""Starts a unit as systemd would, waits until the room is served, signs in, and stops it: for a root without systemd.

python3 start_unit.py UNIT CARD PIN KEY      with the card, its PIN and the console's key in the arguments
"""

import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import Request, urlopen

unit, card, pin, key = sys.argv[1:]
lines = [
    line.strip().split("=", 1) for line in Path(unit).read_text("utf-8").splitlines() if re.match(r"[A-Z]\w+=", line)
]
said = dict(lines)
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = str(free.getsockname()[1])
environment = dict(value.split("=", 1) for name, value in lines if name == "Environment")
environment |= {"PATH": os.environ["PATH"], "FAIRFELT_SERVER_PORT": port}
user, cache = said["User"], f"/var/cache/{said['CacheDirectory']}"
subprocess.run(["install", "-d", "-m", "0700", "-o", user, "-g", user, cache], check=True)
as_user = ["runuser", "-u", user, "--"]
subprocess.run([*as_user, *shlex.split(said["ExecStartPre"])], env=environment, check=True)
server = subprocess.Popen(
    [*as_user, *shlex.split(said["ExecStart"])], env=environment, cwd=said["WorkingDirectory"], start_new_session=True
)


def ask(path: str, body: object = None) -> dict[str, object]:
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    data = json.dumps(body).encode() if body is not None else None
    with urlopen(Request(f"http://127.0.0.1:{port}{path}", data, headers), timeout=10) as answer:
        found: dict[str, object] = json.load(answer)
        return found


try:
    until = time.monotonic() + 240
    while True:
        try:
            sys.stdout.write(f"ready: {ask('/readyz')['status']}\n")
            break
        except OSError:
            assert server.poll() is None, "the server has ended"
            assert time.monotonic() < until, "the room is not served"
            time.sleep(0.5)
    signed_in = ask("/api/sessions", {"card": card, "pin": pin})
    sys.stdout.write(f"signed in: {signed_in['role']}\n")
finally:
    os.killpg(server.pid, signal.SIGINT)
    server.wait(timeout=60)
