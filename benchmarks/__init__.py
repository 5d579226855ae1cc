"""What the library costs, beside other engines: `python -m benchmarks`."""
