"""The description of a board: what is connected to which pin, as `config.json` tells it, and what is wrong with it.

"pins": {"sensors": {"1": 2, "2": 3}, "lamps": {"1": 16, "2": 17}, "buttons": {"start": 10, "end": 11},
         "hands": {"royal flush": 12}, "key_switch": 13, "connection_lamp": 25}
"""

BY_SEAT, BY_NAME, SINGLE = ("sensors", "lamps"), ("buttons", "hands"), ("key_switch", "connection_lamp")
BUTTONS = ("start", "end", "confirm", "void")
NEEDED = {"host": str, "port": int, "device": str, "key": str, "store": str}


def faults(config):
    """Everything that is wrong with a configuration, as sentences; none where a controller can run with it."""
    found = [
        f"config.json names no {name}" if name not in config else f"{name} in config.json is not right"
        for name in sorted(NEEDED)
        if not isinstance(config.get(name), NEEDED[name]) or not config.get(name)
    ]
    if not config.get("authority") and not config.get("plain"):
        found.append('config.json names no authority for TLS; "plain": true leaves TLS out, on a desk')
    if config.get("board") == "bench":
        return found
    if not isinstance(config.get("bet_micros"), int) or config["bet_micros"] <= 0:
        found.append("bet_micros in config.json is no amount in millionths above zero")
    return found + _pin_faults(config.get("pins"))


def _pin_faults(pins):
    if not isinstance(pins, dict) or not pins.get("sensors"):
        return ["config.json has no pins with sensors"]
    found = [f"there are no {part} on a board" for part in sorted(pins) if part not in BY_SEAT + BY_NAME + SINGLE]
    taken = {}
    for what, pin in connected(pins):
        if isinstance(pin, bool) or not isinstance(pin, (int, str)):
            found.append(f"{what} has no pin, but {pin!r}")
        elif pin in taken:
            found.append(f"pin {pin} is named twice: {taken[pin]}, {what}")
        else:
            taken[pin] = what
    for part in BY_SEAT:
        found += [f"{part} are by seat, not by {seat!r}" for seat in pins.get(part, {}) if not seat.isdigit()]
    words = ", ".join(BUTTONS)
    return found + [f"no button does {do!r}; buttons do {words}" for do in pins.get("buttons", {}) if do not in BUTTONS]


def connected(pins):
    """Everything that has a pin, in words, and its pin."""
    for part in BY_SEAT + BY_NAME:
        for name in sorted(pins.get(part, {})):
            yield f"{part[:-1]} {name}", pins[part][name]
    for part in SINGLE:
        if part in pins:
            yield part.replace("_", " "), pins[part]
