"""The same straight-line source for a graphics card: written as C, compiled and run through CuPy where there is one."""

from .device import Gpu, NoGpu

__all__ = ["Gpu", "NoGpu"]
