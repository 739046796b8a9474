"""The mathematics of a meter: what a progressive will do, in fractions where they exist, with samples beside them."""

from .advice import *
from .edge import *
from .forecasts import *
from .jackpot_model import *
from .one_round import *
from .run_dry import *
