"""The law as dated data: profiles, approvals, limits, links, funds, payouts. Pure answers that cite rules.

Nothing here is legal advice.
"""

from .approvals import *
from .core import *
from .funds import *
from .limits import *
from .links import *
from .payouts import *
