"""Rounds in lock step, side by side, by the vector instructions of the processor.

Read `machine` first, then `courts`, `deals`, `play`, `rounds` and `trials`.
"""
