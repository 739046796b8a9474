"""The card room's example: found a room, run a jackpot, prove the books.

Run it with `python examples/first_day.py`; it takes some seconds. It does what a house does on its first day, with the
same command line and the same HTTP API: a room on a SQLite file, a jackpot, a table with a keypad, three rounds with a
prize that a supervisor confirms, and a journal that is verified. The file lies in a temporary folder and is gone
afterwards.
"""

import hashlib
import json
import re
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import Any
from urllib.request import Request, urlopen

FAIRFELT = which("fairfelt", path=str(Path(sys.executable).parent)) or "fairfelt"
DOLLAR = 1_000_000  # amounts are whole millionths


def fairfelt(*words: str) -> str:
    """Run a command and give what it prints."""
    return subprocess.run([FAIRFELT, *words], check=True, capture_output=True, text=True).stdout


@contextmanager
def served(database: str) -> Iterator[str]:
    """The address of a server that runs this room until we are done."""
    command = [FAIRFELT, "serve", "--database", database, "--port", "0", "--log", "error"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            room = server.stdout.readline().split()[3]  # "Fairfelt is at http://… — stop with Ctrl-C"
            while json.load(urlopen(f"{room}/healthz"))["status"] != "active":
                pass  # it reads its journal first, and says so
            yield room
        finally:
            server.terminate()


class Device:
    """A keypad or a console: it has a key, and it numbers its commands, so that none is done twice."""

    def __init__(self, room: str, key: str) -> None:
        self.room, self.key, self.session, self.numbers = room, key, "", count(1)

    def sign_in(self, card: str, pin: str) -> None:
        """Somebody stands here now, beside whoever stands here already."""
        token = self.post("/api/sessions", card=card, pin=pin)["token"]
        self.session = f"{self.session}, {token}" if self.session else token

    def tell(self, path: str, **body: Any) -> dict[str, Any]:
        """Send the next command. An answer means that it is on disk."""
        return self.post(path, sequence=next(self.numbers), **body)

    def post(self, path: str, **body: Any) -> dict[str, Any]:
        """Send a request."""
        heads = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        if self.session:
            heads["Fairfelt-Session"] = self.session
        with urlopen(Request(self.room + path, json.dumps(body).encode(), heads), timeout=60) as answer:
            found: dict[str, Any] = json.load(answer)
            return found


def set_up(console: Device) -> str:
    """A jackpot, a link, a table, its keypad, a dealer and a supervisor; gives the keypad's key."""
    level = {"name": "Mega", "seed_micros": 10_000 * DOLLAR, "rate_ppm": 150_000, "reserve_rate_ppm": 20_000}
    terms = {"name": "Mega", "largest_increment_micros": 25 * DOLLAR, "executive_from_micros": 5_000 * DOLLAR}
    other = {"name": "Major", "seed_micros": 1_000 * DOLLAR, "rate_ppm": 80_000}
    console.tell("/api/jackpots", jackpot="mega", terms=terms | {"levels": [level, other]})
    console.tell("/api/links", link="pit", jackpot="mega", location="the pit")
    bet = {"game": "flushes-gone-wild", "wager": "Multi-Game Link Progressive", "paytable": "ML01"}
    console.tell("/api/tables", table="T1", link="pit", controls="nexus", **bet)

    # A device makes its own key; the room only ever hears its digest.
    key = secrets.token_hex(32)
    digest = hashlib.sha256(key.encode()).hexdigest()
    console.tell("/api/devices", device="keypad-T1", device_kind="keypad", table="T1", key_sha256=digest)
    console.tell("/api/devices/keypad-T1/switch", enabled=True)
    issue_card(console, "D-1", "605718", person="dan", name="Dan Dealer", role="dealer")
    issue_card(console, "S-1", "480156", person="sam", name="Sam Supple", role="supervisor")
    return key


def issue_card(console: Device, card: str, pin: str, **who: str) -> None:
    """Somebody new with a card: it comes with a one-time code, and its holder chooses the PIN with it.

    Nobody else knows that PIN, and it is kept as a hash, beside the journal.
    """
    code = console.post("/api/codes")
    console.tell("/api/people", **who)
    console.tell("/api/cards", card=card, person=who["person"], secret=code["secret"])
    console.post(f"/api/cards/{card}/first-pin", code=code["code"], pin=pin)


def play(keypad: Device) -> None:
    """Three rounds with two bettors; in the second, seat 5 makes a straight flush."""
    keypad.sign_in("D-1", "605718")  # whoever enters a hand is on record, and does not confirm it
    for game in (1, 2, 3):
        bets = [{"seat": seat, "amount_micros": 5 * DOLLAR} for seat in (2, 5)]
        state = keypad.tell("/api/tables/T1/start", bets=bets)["state"]
        print(f"  round {game}: meters {dollars(state['meters_micros'])}")
        if game == 2:
            keypad.tell("/api/tables/T1/hand", seat=5, hand="straight flush")
            keypad.sign_in("S-1", "480156")
            state = keypad.tell("/api/tables/T1/confirm")["state"]
            for award in state["awards"]:
                print(f"           seat {award['seat']} is paid ${award['amount_micros'] / DOLLAR:,.2f}")
        keypad.tell("/api/tables/T1/end")


def dollars(meters: dict[str, int]) -> str:
    """Meters as a display shows them."""
    return ", ".join(f"{name} ${micros / DOLLAR:,.2f}" for name, micros in meters.items())


def main() -> None:
    """One short day."""
    with TemporaryDirectory() as folder:
        room = str(Path(folder) / "room.db")
        names = ("--name", "Elena Example", "--second", "Emil Example")
        pins = Path(folder) / "pins"
        pins.write_text("271828\n314159\n")
        told = fairfelt("room", "found", room, *names, "--pins-file", str(pins))
        print(told.splitlines()[0].split(".")[0] + ".")
        key = re.search(r"its key +(\S+)", told)
        assert key
        with served(room) as address:
            console = Device(address, key[1])
            console.sign_in("E-1", "271828")
            console.sign_in("T-1", "314159")  # what makes money or signatures takes two people, of two departments
            play(Device(address, set_up(console)))

        # Every hash, balance and answer is read again from the first event on; the last line is the head to write down.
        print(fairfelt("ledger", "verify", room))


if __name__ == "__main__":
    main()
