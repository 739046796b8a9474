"""The mathematics of a meter: what a progressive will do, in fractions where they exist, sampled where not."""

from .advice import *
from .edge import *
from .forecasts import *
from .jackpot_model import *
from .run_dry import *
