"""Rounds dealt on a graphics card: the kernels of `simulate` in C, the same blocks, the same cards, the same counts."""

from .sample import GpuDealer

__all__ = ["GpuDealer"]
