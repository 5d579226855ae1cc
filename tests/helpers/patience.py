"""The time that tests wait for programs, servers, terminals and browsers."""

PATIENCE = 300
"""The seconds until a test that waits fails. A busy machine that compiles for the first time takes
a minute for what lasts a moment later."""
