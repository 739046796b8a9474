"""Progressive jackpots as pure values: terms, book, contributions, awards, adjustments. No clock, no database."""

from .adjust import *
from .award import *
from .book import *
from .change import *
from .counts import *
from .jackpot import *
from .sharing import *
from .terms import *
