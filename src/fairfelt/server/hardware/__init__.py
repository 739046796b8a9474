"""Hardware over MQTT: what table controllers and signs say, and the bridge between their broker and a room."""
