"""The other games, with the same protocol.

Read `monopoly` first, then `btwixt`; they are independent, except for the parts in `common`.
"""
