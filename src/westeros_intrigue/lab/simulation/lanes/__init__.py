"""Rounds in lock step: many of them side by side, moved on by the vector instructions of the processor."""
