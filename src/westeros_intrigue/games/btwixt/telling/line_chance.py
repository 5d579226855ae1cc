"""The random outcomes of a line: the hands of later seasons, and what is drawn before the first.

    deal autumn 2 betrayal oath, 3 feast, levy 2 host; deal winter …

A line that does not say them leaves them to one seed. Cards that are never dealt have no order.

Rules: setup.chance, setup.order, season.deck-set, advanced.hand, advanced.events, kingsmoot.deck.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import attrs

from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.games.btwixt.pieces.cards import Cards, Kind, shared_card
from westeros_intrigue.games.btwixt.pieces.chance import Chance, cards_of, events_of
from westeros_intrigue.games.btwixt.pieces.variants import Season
from westeros_intrigue.games.btwixt.position.state import sort_hand
from westeros_intrigue.games.btwixt.position.table import Phase, Table


def coming_seasons(table: Table) -> Iterator[tuple[int, Season]]:
    """Yield the seasons that have not been dealt, with their indexes."""
    seasons = [*enumerate(table.variant.seasons(table.players))]
    is_dealt = table.phase is not Phase.CHOOSING_LEADERS
    return iter(seasons[table.season_index + is_dealt :])


def hands_to_come(table: Table, chance: Chance, season: int) -> tuple[Cards, ...]:
    """Return the hands or packs that a season will deal.

    White cards are among them only if all leaders are known.
    """
    players, order = table.players, chance.influence[season]
    dealt = players * table.variant.hand_size
    hands = [order[seat:dealt:players] for seat in range(players)]
    has_white = chance.leader_cards and table.phase is not Phase.CHOOSING_LEADERS
    for number, leader in enumerate(table.box.leaders if has_white else ()):
        if leader.id in table.leaders:
            hands[table.leaders.index(leader.id)] += chance.leader_cards[number][
                season : season + 1
            ]
    return tuple(map(sort_hand, hands))


def with_hands(
    table: Table, chance: Chance, hands_by_season: Mapping[int, Sequence[Cards]], seen: Counter[str]
) -> Chance:
    """Return chance that deals these hands in later seasons.

    Args:
        table: the table of the line.
        chance: the outcomes of a line that does not say them.
        hands_by_season: the hands, from seat 0, by the index of the season.
        seen: the events that have joined the deck, by id.

    Raises:
        InvalidValue: no season deals them.
    """
    usual = {season: hands_to_come(table, chance, season) for season in hands_by_season}
    if usual == hands_by_season:
        return chance
    variant, added = table.variant, table.variant.events_added(table.players)
    whites, influence = [*chance.leader_cards], [*chance.influence]
    dealt_by_season = dict[int, Cards]()
    order = [*seen.elements()]
    for season, hands in sorted(hands_by_season.items()):
        plain = [
            _without_white(table, whites, seat, season, hand) for seat, hand in enumerate(hands)
        ]
        dealt = tuple(card for cards in zip(*plain, strict=True) for card in cards)
        dealt_by_season[season] = dealt
        events = Counter(card.id for card in dealt if table.box.entry(card).kind is Kind.EVENT)
        order += (events - Counter(order)).elements() if added else ()
        if added and len(order) > added * season:
            raise InvalidValue(f"at most {added * season} events that have joined the deck")
    left = Counter(card.id for card in events_of(table.box, variant))
    left.subtract(order)
    every = tuple(map(shared_card, (*order, *left.elements())))
    for season, dealt in dealt_by_season.items():
        stock = Counter((*cards_of(table.box, *variant.first_kinds), *every[: added * season]))
        stock.subtract(dealt)
        if short := [card for card, count in stock.items() if count < 0]:
            raise InvalidValue(f"no more copies of {short[0]} than the deck of the season has")
        influence[season] = (*dealt, *stock.elements())
    return attrs.evolve(
        chance, influence=tuple(influence), events=every, leader_cards=tuple(whites)
    )


def _without_white(table: Table, whites: list[Cards], seat: int, season: int, hand: Cards) -> Cards:
    """Return a hand without its white card, which becomes that of its leader for the season."""
    leader, box = table.leaders[seat], table.box
    own = [card for card in hand if whites and leader and box.entry(card).leader == leader]
    rest = tuple(card for card in hand if card not in own)
    if len(rest) != table.variant.hand_size or len(own) != bool(whites and leader):
        white = ", and a white one" if whites and leader else ""
        raise InvalidValue(f"{table.variant.hand_size} cards for each leader{white}")
    for card in own:
        number = [each.id for each in box.leaders].index(leader or "")
        drawn, left = whites[number][:season], [*whites[number][season:]]
        if card not in left:
            raise InvalidValue(f"a white card that has not been drawn, not {card}")
        left.remove(card)
        whites[number] = (*drawn, card, *left)
    return rest
