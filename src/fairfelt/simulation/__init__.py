"""Sampling: rounds dealt at random by kernels compiled from a game's value, beside the exact results."""

from .deals import SettledDeals, settle_deals
from .simulation import SimulatedWager, Simulation, simulate

__all__ = ["SettledDeals", "SimulatedWager", "Simulation", "settle_deals", "simulate"]
