"""Commission Pai Gow: pai gow poker as it is banked by the house, five percent taken of what is won and no bonus."""

from fairfelt.games._pai_gow import COURSE, HEADLINES, RULINGS, SUMMARY, pai_gow_bet, published_split
from fairfelt.language import *

game = Game(
    name="Commission Pai Gow",
    summary=SUMMARY,
    headlines=HEADLINES,
    deck=Deck(jokers=1),
    course=COURSE,
    wagers=(pai_gow_bet(),),
    rulings=RULINGS,
    published=tuple(published_split()),
)
