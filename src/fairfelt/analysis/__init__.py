"""Questions asked of the engine: protection, card counting, table win, paytable design, linter."""
