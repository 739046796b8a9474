"""Everything that a game's file is written in: `from fairfelt.language import *`."""

from fairfelt.cards import *
from fairfelt.hands import *
from fairfelt.rules import *
