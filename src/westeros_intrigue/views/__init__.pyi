from westeros_intrigue.views.view import (
    Snapshot as Snapshot,
    observe as observe,
    position_key as position_key,
    throne_cards_left as throne_cards_left,
)
from westeros_intrigue.views.worlds import (
    Determinizer as Determinizer,
    Odds as Odds,
    determinize as determinize,
    odds as odds,
)
