"""Programs that count what ships with the package; they are no part of it."""
