"""The program of a table controller: reads the board, speaks with the broker, and never waits for either.

On a board: copy the files of this folder and a `config.json`, and reset. On a desk: `micropython main.py config.json`,
with the board played by lines on standard input (see bench.py).
"""

import json
import os
import sys
import time

from cards import Cards
from digest import digest
from mqtt import KEEP_ALIVE_S, Mqtt
from pins import faults
from signing import is_signed, signature
from table import Table

VERSION = "1.5"
AGAIN_MS = 1_000
TICK_MS = 20
STATUS_MS = 600_000
"""How often the clock is told for comparison."""
PARTS = ("answer", "table", "counted", "challenge")


class Ticks:
    """Milliseconds that only go forward: the counter of a board begins anew every twelve days."""

    def __init__(self):
        self._before, self._ms = None, 0

    def __call__(self):
        if not hasattr(time, "ticks_ms"):
            return int(time.monotonic() * 1000)
        now = time.ticks_ms()
        self._ms += 0 if self._before is None else time.ticks_diff(now, self._before)
        self._before = now
        return self._ms


def load(file):
    """A dictionary from a file; empty where there is none, or it was cut off."""
    try:
        with open(file) as kept:
            return json.load(kept)
    except (OSError, ValueError):
        return {}


def saver(file):
    """Writes beside the file and renames: a power cut leaves the old one or the new one."""

    def save(store):
        with open(file + ".new", "w") as kept:
            json.dump(store, kept)
        os.rename(file + ".new", file)

    return save


class Controller:
    """A board, a table and a connection."""

    def __init__(self, config, board):
        self._config, self._board = config, board
        self._table = Table(load(config["store"]), saver(config["store"]))
        self._table.cards = Cards(config["key"])
        self._mqtt = None
        self._tried_ms = self._said_ms = self._clock_off_ms = None
        self._ticks_ms, self._digest = Ticks(), digest()

    def step(self):
        """Once around: connect, hear, look at the board, say."""
        now_ms = self._ticks_ms()
        try:
            if self._mqtt is None:
                self._connect(now_ms)
            if self._mqtt is not None:
                for message in self._mqtt.hear(TICK_MS):
                    self._hear(message, now_ms)
        except Exception as error:  # nothing that a broker sends ends the program
            self._lose(error)
        self._board.look(self._table, now_ms)
        self._table.work(now_ms)
        self._table.cards.work(now_ms)
        self._board.show(self._table, now_ms)
        try:
            self._say(now_ms)
        except OSError as error:
            self._lose(error)

    def _connect(self, now_ms):
        if self._tried_ms is not None and now_ms - self._tried_ms < AGAIN_MS:
            time.sleep(TICK_MS / 1000)
            return
        self._tried_ms = now_ms
        config = self._config
        self._board.ready(config)
        topic, gone = self._topic("status"), b'{"online": false}'
        will = (topic, gone, signature(config["key"], topic, gone))
        name, user, password = "fairfelt-" + config["device"], config.get("user", ""), config.get("password", "")
        authority = "" if config.get("plain") else config["authority"]
        self._mqtt = Mqtt(config["host"], config["port"], name, user, password, will, authority)
        self._mqtt.subscribe([self._topic(part) for part in PARTS])
        self._clock_off_ms = None
        self._publish("status", self._status(), True)

    def _hear(self, message, now_ms):
        topic, payload, mac = message
        if is_signed(self._config["key"], topic, payload, mac):
            told = json.loads(payload)
            self._set_clock(told.get("at"), now_ms)
            part = topic.split("/")[-1]
            (self._table.cards if "id" in told else self._table).hear(part, told, now_ms)

    def _set_clock(self, at_micros, now_ms):
        """The first time that is told sets the clock; from then on it goes by itself, and is told for comparison."""
        if at_micros and self._clock_off_ms is None:
            self._clock_off_ms = at_micros // 1000 - now_ms
            self._tell_status(now_ms)

    def _tell_status(self, now_ms):
        self._told_ms = now_ms
        at_micros = (now_ms + self._clock_off_ms) * 1000
        self._publish("status", self._status(at=at_micros), True)

    def _status(self, **more):
        return dict(online=True, firmware=VERSION, sha256=self._digest, **more)

    def _say(self, now_ms):
        if self._mqtt is None:
            return
        for speaks in (self._table, self._table.cards):
            for part, told in speaks.say:
                self._publish(part, told)
            speaks.say = []
        if self._clock_off_ms is not None and now_ms - self._told_ms > STATUS_MS:
            self._tell_status(now_ms)
        if self._said_ms is None or now_ms - self._said_ms > KEEP_ALIVE_S * 500:
            self._said_ms = now_ms
            self._mqtt.ping()

    def _publish(self, part, told, retain=False):
        topic, payload = self._topic(part), json.dumps(told).encode()
        self._mqtt.publish(topic, payload, signature(self._config["key"], topic, payload), retain)

    def _topic(self, part):
        return "fairfelt/1/{}/{}".format(self._config["device"], part)

    def _lose(self, error):
        self._board.tell(f"no broker: {error}")
        if self._mqtt is not None:
            self._mqtt.leave()
        self._mqtt = None


def main():
    """Run for as long as there is power."""
    config = load(sys.argv[1] if len(sys.argv) > 1 else "config.json")
    wrong = faults(config)
    if wrong:
        sys.stdout.write("".join([line + "\n" for line in wrong]))
        sys.exit(2)
    if config.get("board") == "bench":
        from bench import Board
    else:
        from board import Board
    controller = Controller(config, Board(config))
    while True:
        controller.step()


if __name__ == "__main__":
    main()
