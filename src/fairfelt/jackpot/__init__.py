"""Progressive jackpots as pure values: terms, book, contributions, awards, adjustments. No clock, no database."""

from fairfelt.jackpot.book import *
from fairfelt.jackpot.jackpot import *

from .award import *
from .terms import *
