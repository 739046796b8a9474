"""Golden journals: nights as they were once written, which every later version has to verify and replay.

`python -m tests.room.journals.make` writes them anew, which is done only while no version with this format is out;
from then on files are added, and none is ever changed.
"""
