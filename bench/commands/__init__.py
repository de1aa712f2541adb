"""Everything that costs calls of AWS, each as a scene that is made ready and one act that is counted.

Every act starts in a process that remembers nothing (a Lambda that was just started): the most that it can cost.
"again" is the same act once more in the same process. Fan-out is counted by itself: the stream's function runs it.
"""

from . import sockets, submitting, behind, http  # isort: skip  (the order of the table)
from .base import COMMANDS

__all__ = ["COMMANDS", "behind", "http", "sockets", "submitting"]
