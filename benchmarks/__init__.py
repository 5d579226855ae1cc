"""The speed, memory and strength of the library: `python -m benchmarks --list` lists the runs."""
