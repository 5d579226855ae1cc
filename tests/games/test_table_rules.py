"""The rules of a table: what its options and its number of players leave, in 6000 characters."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import pytest

import westeros_intrigue
from westeros_intrigue import SOLO_SCHEMING, STANDARD, House, setup
from westeros_intrigue.gamekit import GAMES, rules_of_table
from westeros_intrigue.gamekit.game import AnyPosition
from westeros_intrigue.games import btwixt, monopoly
from westeros_intrigue.games.btwixt.pieces.variants import FLAGS
from westeros_intrigue.games.monopoly.position.table import HOUSE_RULES
from westeros_intrigue.rules.variants import OPTIONS, Variant
from westeros_intrigue.testing import CheckFailed, check_game


def card_tables() -> Iterator[AnyPosition]:
    for chosen in product((False, True), repeat=len(OPTIONS)):
        options = dict(zip(OPTIONS, chosen, strict=True))
        yield setup(4, seed=1, variant=SOLO_SCHEMING.with_options(**options))
        for players in range(2, 7):
            houses = (House.STARK, House.LANNISTER, House.STARK, House.STARK, House.STARK)
            variant = STANDARD.with_options(**options).with_seats(houses=(House.STARK, *houses))
            variant = Variant(**{**vars_of(variant), "houses": variant.houses[:players]})
            yield setup(players, seed=1, variant=variant)
            yield setup(players, seed=1, variant=variant.with_seats(automated=(1,)))


def vars_of(variant: Variant) -> dict[str, Any]:
    return {name: getattr(variant, name) for name in ("houses", *OPTIONS)}


def monopoly_tables() -> Iterator[AnyPosition]:
    for count in range(len(HOUSE_RULES) + 1):
        for chosen in combinations(HOUSE_RULES, count):
            for offers in (0, 3, 5):
                options = {"house_rules": chosen, "offers": offers}
                yield monopoly.new_game(3, options, seed=1)


def btwixt_tables() -> Iterator[AnyPosition]:
    for variant in ("standard", "advanced", "draft", "kingsmoot"):
        for chosen in product((False, True), repeat=len(FLAGS)):
            options = {"variant": variant, **dict(zip(FLAGS, chosen, strict=True))}
            yield btwixt.new_game(3, options, seed=1)


TABLES = {
    "westeros-intrigue": card_tables,
    "monopoly": monopoly_tables,
    "btwixt": btwixt_tables,
}


@pytest.mark.parametrize("key", TABLES)
def test_the_rules_of_every_table_fit_into_6000_characters(key: str) -> None:
    told = [rules_of_table(GAMES[key], position) for position in TABLES[key]()]
    sizes = [len("\n".join(rules)) for rules in told]
    assert min(sizes) > 3000
    assert max(sizes) <= 6000
    assert len(set(told)) > len(told) / 2


@pytest.mark.parametrize("key", TABLES)
def test_every_trait_in_the_rulebook_is_that_of_a_table(key: str) -> None:
    rulebook = GAMES[key].RULEBOOK
    told = " ".join(text for table in TABLES[key]() for text in rules_of_table(GAMES[key], table))
    for rule in rulebook.values():
        assert (rule.text in told) == bool(rule.tables), rule.id


def test_rules_of_options_are_told_where_they_are_in_play() -> None:
    def told(game: Any, position: AnyPosition, *ids: str) -> list[bool]:
        text = " ".join(rules_of_table(game, position))
        return [game.rule(each).text in text for each in ids]

    card_game, standard = westeros_intrigue, setup(4, seed=1)
    assert told(card_game, standard, "round.count", "option.rivalry", "solo.stack") == [
        True,
        False,
        False,
    ]
    solo = setup(4, seed=1, variant=SOLO_SCHEMING)
    assert told(card_game, solo, "round.count", "solo.rounds", "solo.stack") == [False, True, True]
    assert told(card_game, setup(2, seed=1), "setup.unused", "setup.starter") == [True, False]
    potted = monopoly.new_game(3, {"house_rules": ("pot",)}, seed=1)
    assert told(monopoly, potted, "house.pot", "land.nothing", "trade.what") == [True, False, True]
    drafted = btwixt.new_game(3, {"variant": "draft"}, seed=1)
    assert told(btwixt, drafted, "draft.pick", "advanced.hand", "row.fill") == [True, False, False]


@pytest.mark.parametrize("key", TABLES)
def test_a_view_has_the_rules_of_its_state(key: str) -> None:
    game = GAMES[key]
    state = game.setup(3, seed=1)
    assert rules_of_table(game, game.observe(state, 1)) == rules_of_table(game, state)


@pytest.mark.long
def test_check_game_refuses_rules_that_are_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(btwixt, "table_rules", lambda _position: ("x" * 6001,))
    with pytest.raises(CheckFailed, match="table_rules returns 6001 characters: at most 6000 are"):
        check_game(btwixt, games=1)
