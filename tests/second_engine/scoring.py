"""Points of a round, and the places at the end of the game.

Written from the rulebook alone, sharing no code with the package.
"""

from collections.abc import Sequence

ThroneCard = tuple[int, int]  # value, icons
Adjustment = tuple[int, int, str]  # player, points, rule
Result = tuple[list[int], list[int], list[list[int]], str]  # winners, totals, ranking, decided by

RIVAL = {"S": "L", "L": "S", "B": "T", "T": "B"}


def round_adjustments(
    cards_left: Sequence[int],
    houses: Sequence[str],
    last_house: str,
    *,
    affiliation: bool,
    rivalry: bool,
) -> list[Adjustment]:
    """What the two scoring options change, seat by seat; changes of nothing are left out.

    `last_house` is the house of the last card that was placed in the court.
    """
    adjustments = []
    for player in range(len(cards_left)):
        # Nobody gets less than no points at all for a round.
        if affiliation and houses[player] == last_house and cards_left[player] > 0:
            adjustments.append((player, -1, "option.affiliation"))
        if rivalry and RIVAL[houses[player]] == last_house:
            adjustments.append((player, +1, "option.rivalry"))
    return adjustments


def _fewest_icons(pile: Sequence[ThroneCard]) -> int | None:
    """The icons of the card that has the fewest; None without a card."""
    if len(pile) == 0:
        return None
    return min(icons for (value, icons) in pile)


def _is_before(
    player: int, other: int, totals: list[int], piles: Sequence[Sequence[ThroneCard]]
) -> bool:
    """Whether the player comes in front of the other one."""
    # final.lowest
    if totals[player] != totals[other]:
        return totals[player] < totals[other]
    # final.icons
    icons_of_player = _fewest_icons(piles[player])
    icons_of_other = _fewest_icons(piles[other])
    if icons_of_player is None:
        return False
    if icons_of_other is None:
        return True
    return icons_of_player < icons_of_other


def rank(points: Sequence[int], piles: Sequence[Sequence[ThroneCard]]) -> Result:
    """Winners, totals, ranking, and what decided the game.

    `points` are the penalty points of the whole game, `piles` the Iron Throne cards, by seat.
    """
    players = list(range(len(points)))

    # final.total
    totals = []
    for player in players:
        values = [value for (value, icons) in piles[player]]
        totals.append(points[player] - sum(values))

    # final.ranking: again and again, those go next whom nobody of the rest comes in front of
    ranking = []
    rest = list(players)
    while len(rest) > 0:
        place = []
        for player in rest:
            if not any(_is_before(other, player, totals, piles) for other in rest):
                place.append(player)
        ranking.append(place)
        rest = [player for player in rest if player not in place]

    winners = list(ranking[0])
    with_lowest_total = [player for player in players if totals[player] == min(totals)]
    if len(winners) > 1:
        decided_by = "shared"  # final.shared
    elif len(with_lowest_total) > 1:
        decided_by = "fewest icons"
    else:
        decided_by = "lowest total"
    return (winners, totals, ranking, decided_by)
