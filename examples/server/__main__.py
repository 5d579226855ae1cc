"""Run a process of the server: `python -m server --port 8000`, with examples on the path.

Each process has a port of its own, and a proxy sends it requests: so `/metrics` and `/readyz` are
those of one process, and processes are restarted one after another.
"""

from __future__ import annotations

import argparse
import sys

import uvicorn

from server import logs
from server.app import application
from server.store import NotAStore, StoreUnavailable

GRACE = 10  # seconds for requests in progress, once the process is asked to stop


def main() -> int:
    """Serve until a signal; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m server", description="Serve tables.")
    parser.add_argument("--host", default="127.0.0.1", help="the address (default %(default)s)")
    parser.add_argument("--port", type=int, default=8000, help="the port (default %(default)s)")
    parser.add_argument(
        "--trusted-proxy",
        default="127.0.0.1",
        help="the address of the proxy whose X-Forwarded-For counts (default %(default)s)",
    )
    chosen = parser.parse_args()
    logs.set_up()
    try:
        app = application()
    except (NotAStore, StoreUnavailable) as error:
        print(f"the store: {error}", file=sys.stderr)
        return 2
    except ValueError as error:  # of a limit or a number of days
        print(f"an environment variable: {error}", file=sys.stderr)
        return 2
    uvicorn.run(
        app,
        host=chosen.host,
        port=chosen.port,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=GRACE,
        forwarded_allow_ips=chosen.trusted_proxy,
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
