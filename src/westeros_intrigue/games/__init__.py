"""The other games, behind the same protocol.

Read `monopoly` first, then `btwixt`; neither needs the other.
"""
