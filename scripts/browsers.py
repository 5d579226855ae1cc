"""Play the main ways of the page in Firefox and WebKit: `python scripts/browsers.py [BROWSER...]`.

It needs Node with puppeteer-core, Debian's firefox-esr and webkit2gtk-driver, Xvfb and D-Bus. The
page promises the browsers that this program runs, and Chromium, which the tests use.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from westeros_intrigue.play.page.server import Server
from westeros_intrigue.play.sessions import Folder

BROWSERS = ("firefox", "webkit")
PROGRAM = Path(__file__).with_suffix(".mjs")
PATIENCE = 600
"""The seconds until a browser that hangs is stopped."""
WEBKIT = {
    "GDK_BACKEND": "x11",
    "LIBGL_ALWAYS_SOFTWARE": "1",
    "NO_AT_BRIDGE": "1",
    "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
    # The user of a container has no sandbox.
    "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
}
DISPLAY = ":78"


def _path_of(program: str) -> str:
    """Return the path of a program, or end with the way to it."""
    found = shutil.which(program)
    if found is None:
        sys.exit(
            f"{program} is not installed; `.ci/run other_browsers` installs all that is needed"
        )
    return found


@contextmanager
def serving() -> Iterator[str]:
    """Serve the page with an empty folder of games; yield its address."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Folder(Path(folder)), "127.0.0.1") as server,
    ):
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.address
        server.shutdown()


@contextmanager
def displaying(browser: str) -> Iterator[dict[str, str]]:
    """Yield the environment of a browser, with a display if it needs one."""
    if browser == "firefox":
        yield {**os.environ, "MOZ_HEADLESS": "1"}
        return
    size = ["-screen", "0", "1400x900x24"]
    command = [_path_of("Xvfb"), DISPLAY, *size]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as display:  # noqa: S603 - fixed
        time.sleep(1)
        yield {**os.environ, **WEBKIT, "DISPLAY": DISPLAY}
        display.terminate()


def main() -> None:
    """Run the ways in each browser; end with 1 if one of them fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("browsers", nargs="*", metavar="BROWSER", help=" or ".join(BROWSERS))
    failed = []
    browsers = parser.parse_args().browsers or BROWSERS
    if unknown := [browser for browser in browsers if browser not in BROWSERS]:
        parser.error(f"{unknown[0]}: a browser is {' or '.join(BROWSERS)}")
    for browser in browsers:
        bus = [] if browser == "firefox" else [_path_of("dbus-run-session"), "--"]
        with serving() as address, displaying(browser) as environment:
            command = [*bus, _path_of("node"), str(PROGRAM), browser, address]
            done = subprocess.run(  # noqa: S603 - of this machine
                command, env=environment, timeout=PATIENCE, check=False
            )
        if done.returncode:
            failed.append(browser)
    if failed:
        sys.exit(f"the page fails in {' and '.join(failed)}")


if __name__ == "__main__":
    main()
