"""A board on a desk: sensors and buttons are lines on standard input, lamps are lines on standard output.

sensor 2 1000000      a bet of 1 on the sensor of seat 2 (0 takes it off)
press start           a button; with words after it, the fields of its body as JSON
card S-1 2468         a card and its PIN at the reader; without them everybody signs out
quit                  the power goes
"""

import json
import select
import sys


class Board:
    """Reads lines; tells what changed."""

    def __init__(self, config):
        self._readings, self._shown, self._waiting = {}, None, []
        self._poll, self._line = select.poll(), b""
        self._poll.register(sys.stdin, select.POLLIN)
        # a buffer of the system's would take lines that `poll` then knows nothing of
        self._input = open(0, "rb", 0) if sys.implementation.name == "cpython" else sys.stdin.buffer

    def ready(self, config):
        """A desk has a network and a clock."""

    def look(self, table, now_ms):
        """Take the next line, if there is one; a press that cannot be taken yet waits."""
        line = self._read_line()
        if line:
            words = line.split(" ", 2)
            if words[0] == "quit":
                sys.exit(0)
            if words[0] == "sensor":
                self._put(int(words[1]), int(words[2]))
            elif words[0] == "card":
                table.cards.present(*(words[1:] if len(words) > 2 else ("", "")), now_ms)
            elif words[0] == "press":
                self._waiting.append((words[1], json.loads(words[2]) if len(words) > 2 else {}))
        table.sense(self._readings, now_ms)
        settled = table.readings == table._sent or table.state.get("phase") != "betting"
        if self._waiting and settled and table.press(self._waiting[0][0], self._waiting[0][1], now_ms):
            self._waiting.pop(0)

    def _read_line(self):
        """A whole line, or nothing yet."""
        while self._poll.poll(0):
            letter = self._input.read(1)
            if not letter:
                return "quit"
            if letter == b"\n":
                line, self._line = self._line.decode(), b""
                return line
            self._line += letter
        return ""

    def _put(self, seat, micros):
        if micros:
            self._readings[seat] = micros
        else:
            self._readings.pop(seat, None)

    def show(self, table, now_ms):
        """Lamps and where the table stands, when that changes."""
        state = table.state
        shown = {
            "current": table.is_current(now_ms), "waiting": table.is_waiting(), "phase": state.get("phase", ""),
            "round": state.get("round", 0), "lamps": table.lamps(), "quarantined": state.get("quarantined", {}),
            "says": table.sentence, "counted": table.store.get("counted"),
            "signed_in": table.cards.signed_in, "card": table.cards.sentence, "card_waits": table.cards.is_waiting(),
        }  # fmt: skip
        if shown != self._shown:
            self._shown = shown
            self.tell(json.dumps(shown))

    def tell(self, line):
        """A line for whoever reads along."""
        sys.stdout.write(line + "\n")
        if hasattr(sys.stdout, "flush"):
            sys.stdout.flush()
