"""Everything that a game's file is written in: `from fairfelt.language import *`."""

from fairfelt.rules import *
from fairfelt.rules.cards import *
from fairfelt.rules.hands import *
