"""Cards of the dealer's seen or sorted at showdowns of five cards: hands by their ranks, flushes one by one."""
