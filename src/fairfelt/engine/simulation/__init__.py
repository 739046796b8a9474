"""Sampling: rounds dealt at random in arrays, beside the exact results."""

from .simulation import SimulatedWager, Simulation, simulate

__all__ = ["SimulatedWager", "Simulation", "simulate"]
