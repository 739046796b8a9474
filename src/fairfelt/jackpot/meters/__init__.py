"""The mathematics of a meter: what a progressive will do, in fractions where they exist, with samples beside them."""

from .advice import *
from .aggregate import *
from .edge import *
from .fold import *
from .forecasts import *
from .interval import *
from .jackpot_model import *
from .must_hit import *
from .offers import *
from .progressive_bet import *
from .run_dry import *
from .winners import *
