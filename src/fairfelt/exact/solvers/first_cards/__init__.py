"""Games that are one bet on the first cards of a shoe."""
