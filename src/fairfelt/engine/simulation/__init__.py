"""Sampling: rounds dealt at random by kernels compiled from a game's value, beside the exact results."""

from .simulation import SimulatedWager, Simulation, simulate

__all__ = ["SimulatedWager", "Simulation", "simulate"]
