"""The load day: a day of a whole room in minutes, played through the HTTP API with everything attached."""
