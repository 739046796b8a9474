"""Game protection: what cards seen early, sorted backs and shared hands are worth, and what prevents it."""
