"""Cards at the reader: the bridge is asked for a challenge, and card and PIN go out sealed for it alone.

Nothing of a PIN is kept: it is in memory until it is answered, or given up. A driver of a reader calls
`table.cards.present(card, pin, now_ms)`, and without a card where everybody signs out.
"""

import binascii
import json
import os

from signing import hmac

VERSION = 2
PAD = 64
SEND_AGAIN_MS = 3_000
GIVE_UP_MS = 15_000


def seal(key, exchange, nonce, card, pin):
    """Card and PIN XOR the HMACs of id, nonce and place, under a key made from the device's."""
    plain = json.dumps({"card": card, "pin": pin}).encode()
    plain += b" " * (-len(plain) % PAD)
    made, stream = hmac(key.encode(), f"fairfelt card {VERSION}".encode()), b""
    while len(stream) < len(plain):
        stream += hmac(made, f"{exchange}\n{nonce}\n{len(stream) // 32}".encode())
    return binascii.hexlify(bytes([one ^ stream[at] for at, one in enumerate(plain)])).decode()


class Cards:
    """One card at a time, from the reader to the answer of the room."""

    def __init__(self, key):
        self._key, self._under = key, None
        self._began_ms = self._sent_ms = None
        self.say = []
        self.signed_in, self.sentence = 0, ""
        self.after = ""  # the last exchange; a press names it, and carries only those who were signed in then

    def is_waiting(self):
        """Whether a card is on its way."""
        return self._under is not None

    def present(self, card, pin, now_ms):
        """A card and its PIN, or nothing for signing out; not taken while another is on its way."""
        if self.is_waiting():
            return False
        exchange = binascii.hexlify(os.urandom(16)).decode()  # new for each: an old challenge fits no card
        self._under, self._began_ms, self._sent_ms = (exchange, card, pin), now_ms, None
        if not card:  # from now on, also if nobody hears of it
            self.signed_in, self.after = 0, exchange
        self.sentence = ""
        self.work(now_ms)
        return True

    def work(self, now_ms):
        """Ask for a challenge, again after a while, and give up in the end."""
        if not self.is_waiting():
            return
        if now_ms - self._began_ms >= GIVE_UP_MS:
            self._under, self.sentence = None, "no answer: put the card in again"
        elif self._sent_ms is None or now_ms - self._sent_ms >= SEND_AGAIN_MS:
            self._sent_ms = now_ms
            self.say.append(("ask", {"id": self._under[0]}))

    def hear(self, part, told, now_ms):
        """A challenge or an answer; what is about another card is nothing to us."""
        if not self.is_waiting() or told.get("id") != self._under[0]:
            return
        exchange, card, pin = self._under
        if part == "challenge":
            nonce, self._sent_ms = told["nonce"], now_ms
            sealed = seal(self._key, exchange, nonce, card, pin)
            self.say.append(("card", {"version": VERSION, "id": exchange, "nonce": nonce, "sealed": sealed}))
        elif told.get("code") == "ask_again":
            self._sent_ms = None
        else:
            self._under, self.sentence = None, told.get("says", "")
            self.signed_in = told.get("signed_in", self.signed_in)
            if told.get("ok"):
                self.after = exchange
