"""What keeps an edition from being that of a game: all faults at once.

Rules: edition.well-formed, edition.sample-flag, components.counts, components.deeds.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from westeros_intrigue.monopoly.editions import (
    MOVES,
    ChanceCard,
    Edition,
    Effect,
    Mark,
    Space,
    SpaceKind,
    Word,
)
from westeros_intrigue.monopoly.gaps import parts_of

_GROUP = re.compile(r"[A-Za-z]+(?:[ -][A-Za-z]+)*")
_ONCE = (SpaceKind.GO, SpaceKind.JAIL)
_PRINTED_SPACES = 40
_PRINTED_CARDS = 32
_PRINTED_DEEDS = {SpaceKind.LOCATION: 22, SpaceKind.FAITH: 4, SpaceKind.ORDER: 2}
_PRINTED_BUILDINGS = (32, 12)
_FEWEST_SPACES = 2
_MAX_PLAYERS = 6


def faults_of(edition: Edition) -> Iterator[str]:
    """Yield what is wrong with an edition, gaps left out, in the order of the file."""
    fewest, most = edition.players
    if not 2 <= fewest <= most <= _MAX_PLAYERS:
        yield f"players must be a range within 2 to {_MAX_PLAYERS}, not {fewest} to {most}"
    money = sum(worth * count for worth, count in edition.coins)
    if edition.start_money * most > money:
        yield f"{most} players need {edition.start_money * most} coins, and there are {money}"
    yield from _board_faults(edition)
    for index, space in enumerate(edition.spaces):
        yield from _space_faults(f"spaces[{index}]", space, edition)
    for kind, rents in (
        (SpaceKind.FAITH, edition.faith_rent),
        (SpaceKind.ORDER, edition.order_rent),
    ):
        count = _count(edition, kind)
        if len(rents) != count:
            yield f"{kind.value}_rent must have one entry a deed, {count}, not {len(rents)}"
    if edition.cards is not None:
        yield from _card_faults(edition, edition.cards)
    yield from _mark_faults(edition)
    if edition.printed:
        yield from _print_faults(edition)


def _count(edition: Edition, kind: SpaceKind) -> int:
    return sum(space.kind is kind for space in edition.spaces)


def _board_faults(edition: Edition) -> Iterator[str]:
    if len(edition.spaces) < _FEWEST_SPACES or edition.spaces[0].kind is not SpaceKind.GO:
        yield "spaces[0] must be GO, and more spaces must follow"
    for kind in _ONCE:
        if (count := _count(edition, kind)) != 1:
            yield f"there must be one space of the kind {kind.value}, not {count}"
    if (count := _count(edition, SpaceKind.GO_TO_JAIL)) > 1:
        yield f"there must be at most one space of the kind go_to_jail, not {count}"
    if edition.cards is not None and bool(edition.cards) != bool(_count(edition, SpaceKind.CHANCE)):
        yield "there must be Chance spaces where there are cards, and nowhere else"


def _space_faults(path: str, space: Space, edition: Edition) -> Iterator[str]:
    if not space.name:
        yield f"{path}.name is empty"
    if space.group is not None and not _GROUP.fullmatch(space.group):
        yield f"{path}.group must be words of letters, not {space.group!r}"
    if space.kind is SpaceKind.LOCATION and len(space.rents) != edition.storeys + 2:
        yield f"{path}.rents must have {edition.storeys + 2} entries, not {len(space.rents)}"
    known = [rent for rent in space.rents if rent is not None]
    if known != sorted(known):
        yield f"{path}.rents must never fall"
    if (
        space.mortgage is not None
        and space.unmortgage is not None
        and space.unmortgage < space.mortgage
    ):
        # Otherwise to mortgage a deed and to redeem it would earn money.
        yield f"{path}.unmortgage must be at least the mortgage, {space.mortgage}"


def _card_faults(edition: Edition, cards: tuple[ChanceCard, ...]) -> Iterator[str]:
    for card_id, count in Counter(card.id for card in cards).items():
        if count > 1:
            yield f"the card {card_id!r} is listed {count} times: count it by its copies"
    for index, card in enumerate(cards):
        path = f"cards[{index}].effects"
        words = [effect.word for effect in card.effects]
        if Word.JAIL_CARD in words and len(words) > 1:
            yield f"{path}: jail_card must be the only effect of its card"
        for effect in card.effects:
            yield from (f"{path}: {fault}" for fault in _effect_faults(edition, effect))
    if cards and all(_leads_on(card) for card in cards):
        yield "cards: one must neither move its drawer nor be kept, or drawing might never end"


def _leads_on(card: ChanceCard) -> bool:
    return any(effect.word in MOVES or effect.word is Word.JAIL_CARD for effect in card.effects)


def _effect_faults(edition: Edition, effect: Effect) -> Iterator[str]:
    match effect.word:
        case Word.MOVE_TO:
            if not 0 <= effect.numbers[0] < len(edition.spaces):
                yield f"{effect} leads off the board"
        case Word.MOVE_BY:
            if not 0 < abs(effect.numbers[0]) < len(edition.spaces):
                yield f"{effect} must move, and by less than the whole board"
        case Word.MOVE_TO_NEAREST:
            if effect.kind is None or not _count(edition, effect.kind):
                yield f"{effect}: no space is of that kind"
        case _:
            if any(number < 1 for number in effect.numbers):
                yield f"{effect}: amounts must be at least 1"


def paths_of_known(edition: Edition) -> Iterator[str]:
    """Yield the path of each known value: of all that a mark must tell the source of."""
    yield from (
        "players", "money.start", "money.go", "money.coins", "jail.fee", "jail.tries",
        "supply.holdfasts", "supply.castles", "storeys", "set_factor", "faith_rent", "order_rent",
        "auction.opening", "auction.step",
    )  # fmt: skip
    for index, space in enumerate(edition.spaces):
        yield f"spaces[{index}].name"
        for part in parts_of(space):
            if getattr(space, part) is not None:
                yield f"spaces[{index}].{part}"
        for level, rent in enumerate(space.rents):
            if rent is not None:
                yield f"spaces[{index}].rents[{level}]"
    for index, _ in enumerate(edition.cards or ()):
        yield f"cards[{index}].effects"
        yield f"cards[{index}].copies"


def _mark_faults(edition: Edition) -> Iterator[str]:
    marks = dict(edition.marks)
    known = dict.fromkeys(paths_of_known(edition))
    yield from (f"marks: {path} has no mark" for path in known if path not in marks)
    yield from (f"marks: {path} is no known value" for path in marks if path not in known)
    if not edition.sample and Mark.INVENTED in marks.values():
        yield "an edition with invented values must be marked as a sample"
    if edition.printed:
        for path, mark in marks.items():
            if mark in {Mark.HINT, Mark.INVENTED}:
                yield f"marks: {path} is only {mark.value}, and the edition claims to be printed"


def _print_faults(edition: Edition) -> Iterator[str]:
    if edition.sample:
        yield "an edition is either printed or a sample"
    counts = [("spaces", len(edition.spaces), _PRINTED_SPACES)]
    counts += [
        (f"spaces of the kind {kind.value}", _count(edition, kind), count)
        for kind, count in _PRINTED_DEEDS.items()
    ]
    if edition.cards is not None:
        copies = sum(card.copies for card in edition.cards)
        counts.append(("cards", copies, _PRINTED_CARDS))
    holdfasts, castles = _PRINTED_BUILDINGS
    counts += [
        ("Holdfasts", edition.holdfasts, holdfasts),
        ("Castles", edition.castles, castles),
    ]
    for what, found, printed in counts:
        if found != printed:
            yield f"the printed game has {printed} {what}, not {found}"
