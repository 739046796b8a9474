"""A real board: sensors, lamps, buttons and the key switch at the pins that `config.json` describes (pins.py)."""

import sys

import machine
from machine import Pin

SETTLE_MS = 40
BLINK_MS = 250


class Board:
    """Inputs are pulled up, and pressed or covered when they are low."""

    def __init__(self, config):
        pins = config["pins"]
        self._bet = config["bet_micros"]
        self._sensors = {int(seat): _input(pin) for seat, pin in pins["sensors"].items()}
        self._lamps = {seat: Pin(pin, Pin.OUT) for seat, pin in pins.get("lamps", {}).items()}
        self._buttons = [(do, {}, _input(pin)) for do, pin in pins.get("buttons", {}).items()]
        self._buttons += [("hand", {"hand": hand}, _input(pin)) for hand, pin in pins.get("hands", {}).items()]
        self._key = _input(pins["key_switch"]) if "key_switch" in pins else None
        self._connected = Pin(pins["connection_lamp"], Pin.OUT) if "connection_lamp" in pins else None
        self._down, self._at_jph = {}, False
        self._network, self._has_time = None, False
        self._watchdog = machine.WDT(timeout=config["watchdog_ms"]) if config.get("watchdog_ms") else None

    def ready(self, config):
        """Join the network and set the clock; OSError until both are done.

        A board starts in a year when no certificate of today was good: without the time there is no TLS.
        """
        wifi = config.get("wifi")
        if wifi and self._network is None:
            import network

            self._network = network.WLAN(network.STA_IF)
            self._network.active(True)
            self._network.connect(wifi["name"], wifi["password"])
        if wifi and not self._network.isconnected():
            raise OSError("the network is not there yet")
        if config.get("time_host") and not self._has_time:
            import ntptime

            ntptime.host = config["time_host"]
            ntptime.settime()
            self._has_time = True

    def look(self, table, now_ms):
        """Sensors as they are now; a button counts once it has been down for a moment."""
        if self._watchdog:
            self._watchdog.feed()
        table.sense({seat: self._bet for seat, pin in self._sensors.items() if not pin.value()}, now_ms)
        for number, (do, body, pin) in enumerate(self._buttons):
            if pin.value():
                self._down.pop(number, None)
            elif self._down.setdefault(number, now_ms) is not None and now_ms - self._down[number] >= SETTLE_MS:
                self._down[number] = None  # once for each press
                table.press(do, body, now_ms)
        is_turned = self._key is not None and (not self._key.value()) != self._at_jph
        if is_turned and table.press("key", {"to_jph": not self._at_jph}, now_ms):
            self._at_jph = not self._at_jph

    def show(self, table, now_ms):
        """Lit while a bet lies there, steady while it is locked; all dark where the state is not current."""
        is_current = table.is_current(now_ms)
        lamps = table.lamps() if is_current else {}
        for seat, pin in self._lamps.items():
            blinks = lamps.get(seat) == "lit" and table.is_waiting()
            pin.value(seat in lamps and not (blinks and now_ms // BLINK_MS % 2))
        if self._connected:
            self._connected.value(is_current)

    def tell(self, line):
        """To whoever reads along at the serial port."""
        sys.stdout.write(line + "\n")


def _input(pin):
    return Pin(pin, Pin.IN, Pin.PULL_UP)
