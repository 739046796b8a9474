"""The solver for any deal, streets and showdown: sights, and the cards after them."""
