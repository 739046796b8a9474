"""A table as its controller knows it: what to ask of the room, what to show, and what it has counted by itself.

No pin and no socket is touched here. `say` are the messages that are to be sent, as parts and what they say.
"""

STUCK_ROUNDS = 3
FLICKERS, FLICKER_MS = 20, 10_000
CURRENT_MS = 30_000
SEND_AGAIN_MS = 3_000


class Table:
    """Kept in `store`, a dictionary that outlives a power cut: the press under way, and the counters."""

    def __init__(self, store, save):
        self.store, self._save = store, save
        self.say = []
        self.cards = None
        self.state = {}
        self.next = 0
        self.readings, self._latched, self._sent = {}, {}, None
        self._stuck, self._on_since_lock, self._changes = {}, set(), {}
        self._heard_ms = self._sent_ms = None
        self.sentence = ""

    def is_current(self, now_ms):
        """Whether what is shown is how the table stands."""
        return self._heard_ms is not None and now_ms - self._heard_ms < CURRENT_MS

    def is_waiting(self):
        """Whether a press is under way: its lamp blinks, and no other is taken."""
        return self.store.get("under") is not None

    def press(self, do, body, now_ms):
        """A button, a key, sensors: asked for under the next number, unless another is under way."""
        if self.is_waiting() or not self.next or not self.is_current(now_ms):
            return False
        self._keep("under", {"n": self.next, "do": do, "body": body, "after": self.cards.after if self.cards else ""})
        self._sent_ms = None
        self.work(now_ms)
        return True

    def sense(self, readings, now_ms):
        """What lies on the sensors, in millionths by seat."""
        for seat in set(readings) ^ set(self.readings):
            self._changes.setdefault(seat, []).append(now_ms)
        self._on_since_lock &= set(readings)
        self.readings = dict(readings)
        if self.state.get("phase") == "betting":
            self._latched = dict(readings)
        self.work(now_ms)

    def work(self, now_ms):
        """Whatever is due: send again what is not answered, tell bets that changed, test the sensors."""
        under = self.store.get("under")
        if under:
            if self._sent_ms is None or now_ms - self._sent_ms >= SEND_AGAIN_MS:
                self._sent_ms = now_ms
                self.say.append(("press", under))
            return
        if not self.next or not self.is_current(now_ms) or self.state.get("phase") != "betting":
            return
        if self._test(now_ms):
            return
        if self.readings != self._sent:
            self._sent = dict(self.readings)
            bets = [{"seat": seat, "amount_micros": self.readings[seat]} for seat in sorted(self.readings)]
            self.press("sensed", {"bets": bets}, now_ms)

    def hear(self, part, told, now_ms):
        """Something that the bridge says."""
        if part == "counted":
            self._keep("counted", told)
            return
        if part == "answer":
            self._hear_answer(told)
        elif part == "table" and not self.is_waiting():
            self.next = told["next"]
        if "phase" in told:
            self._see(told, now_ms)
        self.work(now_ms)

    def lamps(self):
        """Seats that are lit or locked."""
        return self.state.get("lamps", {})

    def _hear_answer(self, told):
        under = self.store.get("under")
        if not under or told.get("n") != under["n"]:
            return
        self.next, self.sentence = told["next"], told.get("says", "")
        self._keep("under", None)
        if not told["ok"] and under["do"] == "sensed":
            self._sent = None if told.get("code") == "not_taken" else self._sent

    def _see(self, told, now_ms):
        before = self.state
        self.state, self._heard_ms = told, now_ms
        if "counted" not in self.store:
            nothing = {"round": 0, "rounds": 0, "wagers": 0, "wagered_micros": 0}
            self.say.append(("counters", nothing))
        elif before and told["round"] == before["round"] + 1:
            self._count(told)
        elif not before or told["round"] != before["round"]:
            # After a power cut or an outage the room compares, and tells what it has counted meanwhile.
            self.say.append(("counters", self.store["counted"]))
        if before.get("phase") == "betting" and told["phase"] != "betting":
            # A round that a back-out has opened again locks nothing: what lies there now is for the next one.
            self._on_since_lock = set(self.readings) if told["round"] != before["round"] else set()
        if before.get("phase") not in (None, "betting") and told["phase"] == "betting":
            self._round_over()

    def _count(self, told):
        """A round began: what the sensors read, and at all other seats what was entered by hand."""
        sensed = told["sensed"]
        bets = [self._latched[seat] for seat in self._latched if seat in sensed]
        bets += [told["bets"][seat] for seat in told["bets"] if int(seat) not in sensed]
        counted = self.store["counted"]
        mine = {
            "round": told["round"],
            "rounds": counted["rounds"] + 1,
            "wagers": counted["wagers"] + len(bets),
            "wagered_micros": counted["wagered_micros"] + sum(bets),
        }
        self._keep("counted", mine)
        self.say.append(("counters", mine))

    def _round_over(self):
        """Bets are taken off when the game starts: a sensor that read one all through is stuck."""
        self._stuck = {seat: self._stuck.get(seat, 0) + 1 for seat in self._on_since_lock}
        self._sent = None

    def _test(self, now_ms):
        """Ask for the quarantine of a sensor that cannot be right."""
        for seat, times in self._changes.items():
            self._changes[seat] = [at for at in times if now_ms - at < FLICKER_MS]
        stuck = [seat for seat, rounds in self._stuck.items() if rounds >= STUCK_ROUNDS]
        flickers = [seat for seat, times in self._changes.items() if len(times) > FLICKERS]
        for seats, why in ((stuck, "it read a bet through three rounds"), (flickers, "it flickers")):
            new = [seat for seat in seats if str(seat) not in self.state.get("quarantined", {})]
            if new:
                return self.press("quarantine", {"seats": sorted(new), "why": why}, now_ms)
        return False

    def _keep(self, name, value):
        self.store[name] = value
        self._save(self.store)
