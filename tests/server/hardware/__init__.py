"""Tests of the hardware over MQTT: the protocol, the bridge, and the firmware of a table controller."""
