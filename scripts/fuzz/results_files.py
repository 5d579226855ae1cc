"""Files of results: those of simulations and of matches, which are continued."""

from __future__ import annotations

import json
import pickle
import tempfile
import zlib
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

from fuzz.card_game import CARD_GAME
from fuzz.damage import damage_data, damage_line, swap_elements
from fuzz.engine import Chance, Kind, require
from westeros_intrigue import STANDARD, DecodingError, InvalidValue, random_player
from westeros_intrigue.lab.matches import play_match
from westeros_intrigue.lab.simulation import Run, Simulation


def file_kinds() -> Iterator[Kind]:
    """Yield the files of simulations and of matches."""
    for name, play_job in (("simulation", play_simulation), ("match", play_matches)):
        yield Kind(
            f"{CARD_GAME}/{name}-file",
            partial(damage_results, play_job),
            partial(resume, play_job),
            (InvalidValue, DecodingError),
            partial(check_results, play_job),
        )


Job = Callable[..., Any]


def play_simulation(out: Path, *, resume: bool) -> Any:
    """Play a small simulation, or continue it."""
    run = Run(chunk=3, out=out, resume=resume)
    return Simulation(2, "greedy", seed=1).count_games(range(12), run)


def play_matches(out: Path, *, resume: bool) -> Any:
    """Play a small match, or continue it."""
    entrants = {"one": random_player, "two": random_player}
    variant = STANDARD.with_rounds(1)
    return play_match(entrants, deals=6, seed=1, variant=variant, chunk=2, out=out, resume=resume)


@cache
def file_of(job: Job) -> bytes:
    """Return the file of a whole job."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "results"
        job(path, resume=False)
        return path.read_bytes()


def damage_results(job: Job, _seed: int, _batch: int, chance: Chance) -> bytes:
    """Return a file of results with damage, mostly in lines that have a right checksum."""
    lines = file_of(job).splitlines(keepends=True)
    at = chance.randrange(len(lines))
    match chance.randrange(10):
        case 0:
            swap_elements(lines, at, chance)
        case 1:
            del lines[at]
        case 2:
            lines.insert(chance.randrange(len(lines)), lines[at])
        case 3:
            text = b"".join(lines)
            return text[: chance.randint(0, len(text))]
        case 4:
            line = lines[at].decode()
            lines[at] = damage_line(line, line, chance).encode(errors="surrogatepass")
        case _:
            data, other = json.loads(lines[at]), json.loads(chance.choice(lines))
            data.pop("crc32")
            changed = json.dumps(damage_data(data, other, chance), separators=(",", ":"))
            lines[at] = seal(changed)
    return b"".join(lines)


def seal(text: str) -> bytes:
    """Return an object of JSON as a line with its checksum."""
    begun = text.removesuffix("}").encode()
    return b'%s,"crc32":"%08x"}\n' % (begun, zlib.crc32(begun))


def resume(job: Job, damaged: bytes) -> tuple[Any, bytes]:
    """Continue the file of a job; return the results, and the file then."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "results"
        path.write_bytes(damaged)
        return job(path, resume=True), path.read_bytes()


def check_results(job: Job, _damaged: bytes, ends: tuple[Any, bytes], _chance: Chance) -> None:
    """Check that a file that was continued is whole, and is read as the same results."""
    results, file = ends
    require(resume(job, file) == ends, "a file that was continued is read as other results")
    require(pickle.loads(pickle.dumps(results)) == results, "a pickle differs")
