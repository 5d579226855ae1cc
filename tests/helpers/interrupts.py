"""Ctrl-C while this process works."""

from __future__ import annotations

import _thread
import signal
import sys
import threading
from collections.abc import Callable
from types import FrameType

import pytest


def assert_ctrl_c_ends(work: Callable[[], object]) -> None:
    """Press Ctrl-C while something works that would hardly ever end."""
    is_at_work, ended = False, threading.Event()

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        if is_at_work:  # at other moments it would end the tests
            raise KeyboardInterrupt

    def press() -> None:
        # Again after a while: Python loses an interrupt in the callback of a weak reference, and
        # only tells of it.
        while not ended.wait(0.2 if not pressed else 5):
            pressed.append(True)
            _thread.interrupt_main()

    def working() -> None:
        nonlocal is_at_work
        try:
            is_at_work = True
            work()
        finally:
            is_at_work = False

    def ignore_lost(told: sys.UnraisableHookArgs) -> None:
        if told.exc_type is not KeyboardInterrupt:
            tell(told)

    pressed: list[bool] = []
    before = signal.signal(signal.SIGINT, interrupt)
    tell, sys.unraisablehook = sys.unraisablehook, ignore_lost
    presser = threading.Thread(target=press)
    presser.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            working()
    finally:
        ended.set()
        presser.join()
        sys.unraisablehook = tell
        signal.signal(signal.SIGINT, before)
