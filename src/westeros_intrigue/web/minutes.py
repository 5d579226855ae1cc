"""The rules of each game that a newcomer needs."""

from __future__ import annotations

from collections.abc import Mapping


def _parts(text: str) -> tuple[str, ...]:
    return tuple(" ".join(part.split()) for part in text.split("\n\n"))


MINUTES: Mapping[str, tuple[str, ...]] = {
    "westeros-intrigue": _parts("""
        Place one card a turn, and get rid of your cards.

        Bottom row: at either end, any house, until the row is full.

        Higher: on two cards, and one of them of your card's house.

        If you cannot place, you are out of the round. Each card left in your hand is a penalty
        point.

        The player of the last card of a round draws an Iron Throne card. It takes 1 to 3
        points off at the end.

        After as many rounds as there are players the fewest points win. In a tie the Iron
        Throne card with the fewest icons decides.

        The houses are Stark, Lannister, Baratheon and Targaryen. The numbers only tell nine
        equal cards apart.
    """),
    "monopoly": _parts("""
        Be the last who is not bankrupt.

        In your turn you throw both dice and move on. A double gives you another throw, the
        third in a row sends you to jail.

        A deed that nobody owns is yours for its price; if you do not buy it, all may bid.

        On the deed of another you pay its rent, if its owner asks for it.

        With all Locations of a colour you get double rent and may build: four Holdfasts,
        evenly, and then a Castle.

        Faiths earn more the more of them you own; Orders earn by a throw of the dice.

        Before each throw all may build, sell, mortgage or offer a trade in turn. Pass if you
        want nothing.

        You leave jail by the fee, a card or a double.

        If you owe more than you have, sell buildings and mortgage deeds. If that is not enough,
        you are out.

        Click a marked part of the board, or a button. An offer is written under "Write a move",
        as in offer 1: 4c for 14.
    """),
    "btwixt": _parts("""
        You share a council with each neighbour. Your weaker council counts: make both strong.

        Each round the leaders bid for an ally. In your turn you play a card face up, and do
        what it says, or kneel, which passes for the rest of the round.

        When all have knelt, the highest total wins the ally. A tie goes to the first clockwise
        from the first player.

        The winner puts the ally into either of their two councils, does what it says, and puts
        a power token, unseen, into one of them.

        Some allies help, some have less than no power: they are for the council that you do not
        need.

        Ten cards last for a whole season, which has one round more than there are leaders. Then
        all are dealt new hands.

        After winter all tokens are turned over. The power of a council is that of its allies
        and tokens, and the strongest weaker council wins.
    """),
}
"""The sentences by the key of the game."""
