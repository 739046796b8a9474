"""A real board: sensors, lamps, buttons and the key switch at the pins that `config.json` names.

"sensors": {"1": 2, "2": 3}, "lamps": {"1": 16, "2": 17}, "buttons": {"start": 10, "end": 11},
"key": 12, "bet_micros": 1000000
"""

import sys

from machine import Pin

SETTLE_MS = 40


class Board:
    """Inputs are pulled up, and pressed or covered when they are low."""

    def __init__(self, config):
        self._bet = config["bet_micros"]
        self._sensors = {int(seat): Pin(pin, Pin.IN, Pin.PULL_UP) for seat, pin in config["sensors"].items()}
        self._lamps = {seat: Pin(pin, Pin.OUT) for seat, pin in config["lamps"].items()}
        self._buttons = {do: Pin(pin, Pin.IN, Pin.PULL_UP) for do, pin in config["buttons"].items()}
        self._key = Pin(config["key"], Pin.IN, Pin.PULL_UP) if "key" in config else None
        self._down, self._at_jph = {}, False

    def wrap(self, config):
        """TLS with the authority's certificate, unless the configuration says that there is none."""
        if config.get("plain"):
            return None
        import ssl

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.verify_mode = ssl.CERT_REQUIRED
        context.load_verify_locations(cafile=config["authority"])
        return lambda wire: context.wrap_socket(wire, server_hostname=config["host"])

    def look(self, table, now_ms):
        """Sensors as they are now; a button counts once it has been down for a moment."""
        table.sense({seat: self._bet for seat, pin in self._sensors.items() if not pin.value()}, now_ms)
        for do, pin in self._buttons.items():
            if pin.value():
                self._down.pop(do, None)
            elif self._down.setdefault(do, now_ms) is not None and now_ms - self._down[do] >= SETTLE_MS:
                self._down[do] = None  # once for each press
                table.press(do, {}, now_ms)
        is_turned = self._key is not None and (not self._key.value()) != self._at_jph
        if is_turned and table.press("key", {"to_jph": not self._at_jph}, now_ms):
            self._at_jph = not self._at_jph

    def show(self, table, now_ms):
        """Lit while a bet lies there, steady while it is locked; all dark where the state is not current."""
        lamps = table.lamps() if table.is_current(now_ms) else {}
        for seat, pin in self._lamps.items():
            blinks = lamps.get(seat) == "lit" and table.is_waiting()
            pin.value(seat in lamps and not (blinks and now_ms // 250 % 2))

    def tell(self, line):
        """To whoever reads along at the serial port."""
        sys.stdout.write(line + "\n")
