"""Games besides the flagship on the page: by messages and in a real browser, to their ends."""

from __future__ import annotations

import importlib
import random
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from helpers.checkout import ROOT

from play.page.asking import Ask, asking, seats, serving
from play.page.browsing import Person, expect, in_a_browser, violations
from westeros_intrigue import play_game
from westeros_intrigue.gamekit import game as registry
from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.play.page import own_screens, positions
from westeros_intrigue.play.page.positions import show_position
from westeros_intrigue.play.page.server import Server
from westeros_intrigue.play.sessions import PERSON, Seat, Session

if TYPE_CHECKING:
    from playwright.sync_api import Browser

TABLES = {
    "Monopoly": ("monopoly", 3, []),
    "B'Twixt": ("btwixt", 3, [{"name": "short", "value": "true"}]),
    "B'Twixt with a draft": (
        "btwixt",
        3,
        [{"name": "variant", "value": "draft"}, {"name": "short", "value": "true"}],
    ),
}


@pytest.fixture
def _usual_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show Monopoly on the usual table, as a game without a screen."""
    found = own_screens.show_screen
    monkeypatch.setattr(
        positions,
        "show_screen",
        lambda game, view: None if game.KEY == "monopoly" else found(game, view),
    )


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    return asking(tmp_path)


def started(ask: Ask, table: str = "B'Twixt", people: int = 1, **others: Any) -> Any:
    name, players, options = TABLES[table]
    who = ["person"] * people + ["simple"] * (players - people)
    seats = [{"name": "", "who": each} for each in who]
    return ask("start", **{"name": name, "seats": seats, "options": options, "seed": 1, **others})


def moved_on(ask: Ask, here: Any, rng: random.Random) -> Any:
    """Return the answer to a random move of the person, or to a step."""
    at = {"game": here["game"], "seat": here["viewer"], "moment": here["moment"]}
    if here["waits_for"] == "person":
        if here["viewer"] != here["active"]:
            here = ask("look", game=here["game"], seat=here["active"])
        return ask("play", **{**at, "seat": here["viewer"]}, move=rng.choice(here["moves"])["name"])
    return ask("step", **at)


@pytest.mark.parametrize(
    ("table", "people"),
    [("B'Twixt", 1), pytest.param("B'Twixt with a draft", 2, marks=pytest.mark.long)],
)
def test_a_whole_game_is_played_by_messages(ask: Ask, table: str, people: int) -> None:
    here, rng = started(ask, table, people), random.Random(1)
    told = 0
    while here["waits_for"] != "nobody":
        here = moved_on(ask, here, rng)
        told += bool(here["told"])
        assert here["waits_for"] != "person" or people > 1 or here["moves"]
    assert told
    assert here["story"][0].endswith((" wins.", "You win.", " share the win."))
    assert here["standings"][0]["place"] == 1
    assert {each["seat"] for each in here["standings"]} == {*range(len(here["seats"]))}
    once_more = ask("again", game=here["game"])
    assert (once_more["moment"], once_more["name"]) == (0, here["name"])
    assert once_more["seats"] == here["seats"]
    game = here["game"]
    assert ask("copy", game=game)["record"].startswith(GAMES[TABLES[table][0]].Record.TITLE)
    past = ask("review", game=game, number=3)
    assert (past["kind"], past["moment"]) == ("table", 3)
    assert ask("branch", game=game, moment=3)["picture"] == past["picture"]
    assert ask("review", game=game, number=here["moment"])["code"] == "cannot-be"


@pytest.mark.parametrize("key", ["monopoly", "btwixt"])
@pytest.mark.parametrize("moves", [0, 25])
def test_an_answer_is_a_function_of_what_the_person_knows(key: str, moves: int) -> None:
    game, rng = GAMES[key], random.Random(3)
    seats = tuple(Seat("", PERSON) for _ in range(3))
    session = Session.begun(game, game.new_game(3, {}, seed=1), seats, seed=1)
    for _ in range(moves):
        seat = session.state.active_player
        session = session.moved(seat, rng.choice(game.legal_moves(session.state)))
    for seat in range(3):
        alone = tuple(Seat("", PERSON if at == seat else "simple") for at in range(3))
        world = game.determinize(game.observe(session.state, seat), random.Random(seat))
        seen, other = (
            Session(game, alone, session.tags, session.first, state, session.moment)
            for state in (session.state, world)
        )
        assert show_position("x", seen, seat) == show_position("x", other, seat)


def test_several_people_see_a_hand_on_their_own_turn_alone(ask: Ask) -> None:
    here = started(ask, people=3)
    assert here["viewer"] is None
    # As the pictures of the game number them.
    assert [seat["name"] for seat in here["seats"][:3]] == ["Player 0", "Player 1", "Player 2"]
    for seat in range(3):
        seen = ask("look", game=here["game"], seat=seat)
        assert seen["viewer"] == (seat if seat == here["active"] else None)
        assert bool(seen["moves"]) is (seat == here["active"])


def test_a_game_with_a_file_of_the_owners_is_stored_with_it(ask: Ask, tmp_path: Path) -> None:
    sample = (files("westeros_intrigue") / "games" / "monopoly" / "edition-sample.json").read_text(
        "utf-8"
    )
    own = sample.replace("Quillgate", "Ostler Row").replace("Marrow Cross", "player 99")
    here = started(ask, "Monopoly", options=[{"name": "edition", "value": own}])
    assert "Ostler Row" in here["words"][-1]["text"]
    assert "player 99" in here["words"][-1]["text"]  # which is no seat
    again = asking(tmp_path)
    assert again("look", game=here["game"], seat=0) == here
    assert [each["name"] for each in again("choices")["games"]] == [here["game"]]
    fault = started(ask, "Monopoly", options=[{"name": "edition", "value": "{}"}])
    assert fault["code"] == "cannot-be"
    text = (tmp_path / f"{here['game']}.txt").read_text("utf-8")
    [named] = re.findall('File-edition "(.*)"', text)
    secret = tmp_path / "secret.json"
    secret.write_text(own)
    for path in (secret, "../secret.json", f"{named}/../../secret.json", ".."):
        fault = ask("load", record=text.replace(named, str(path)))
        assert (fault["code"], fault["text"][:26]) == ("cannot-be", "The record cannot be read:")


def test_a_name_is_text_in_a_picture(ask: Ask) -> None:
    names = ("Ben", "<b>Ada", "<b>Cem")  # the one who sees the picture is You there
    seats = [{"name": name, "who": "person"} for name in names]
    here = ask("start", name="btwixt", seats=seats, options=[], seed=1)
    assert "<b>" not in here["picture"]
    assert "&lt;b&gt;" in here["picture"]


@pytest.mark.parametrize("key", ["monopoly", "btwixt"])
def test_the_table_speaks_to_its_reader_as_the_story_does(ask: Ask, key: str) -> None:
    """Else one reader is a name in the position, a number in a move and You in the news."""
    seats = [{"name": "Ann", "who": "person"}, *({"name": "", "who": "simple"},) * 2]
    here = ask("start", name=key, seats=seats, options=[], seed=1)
    told = " ".join(here["told"])
    shown = "\n".join((*(line["text"] for line in here["words"]), here["picture"]))
    assert "Simple 2" in shown
    assert "You" in shown
    assert "Ann" not in shown + told + here["question"]


@pytest.mark.parametrize("key", ["monopoly", "btwixt"])
def test_questions_and_moves_are_in_words_and_a_hint_is_one_of_them(ask: Ask, key: str) -> None:
    table = next(name for name, (each, *_) in TABLES.items() if each == key)
    here, rng = started(ask, table), random.Random(5)
    asked = set()
    for _ in range(40):
        if here["waits_for"] == "person":
            asked.add(here["question"])
            assert all(each["title"][0].isupper() for each in here["moves"])
            at = {"game": here["game"], "seat": 0, "moment": here["moment"]}
            hint = ask("hint", **at)
            assert hint["text"].startswith("The computer would ")
            assert hint["move"] in [each["name"] for each in here["moves"]]
        here = moved_on(ask, here, rng)
    assert len(asked) > 2
    assert all(each.endswith(".") for each in asked)
    told = " ".join((*here["told"], *(line["text"] for line in here["words"]), here["picture"]))
    assert "You" in told
    assert not re.search(r"[Pp]layer 0|\b[Yy]ou (?!pass\b)\w+s\b", told)


@pytest.mark.parametrize(
    ("key", "words"),
    [("btwixt", {"play"}), ("monopoly", {"buy", "mortgage", "redeem", "build", "sell"})],
)
def test_the_places_of_a_picture_name_the_moves_about_them(key: str, words: set[str]) -> None:
    game, rng = GAMES[key], random.Random(1)
    state, found = game.setup(3, seed=4), set()
    for _ in range(60):
        view = game.observe(state, state.active_player)
        picture = game.draw_svg(view)
        named = ",".join(re.findall('data-moves="(.*?)"', picture)).split(",")
        for move in map(str, game.legal_moves(view)):
            if move.split()[0] in words:
                assert move in named
                found.add(move)
        assert all(str(game.parse_move(each)) == each for each in named)
        move = rng.choice(game.legal_moves(view))
        state = game.proceed(game.apply(state, move, player=state.active_player))
    assert found


def with_goods(ask: Ask) -> Any:
    """Return a position at which the person, who has bought what they could, may make an offer."""
    here = started(ask, "Monopoly")
    while not (here["goods"] and here["goods"][0][:-1]):
        at = {"game": here["game"], "seat": 0, "moment": here["moment"]}
        names = [each["name"] for each in here["moves"]]
        move = "buy" if "buy" in names else "pass" if "pass" in names else names and names[0]
        here = ask("play", **at, move=move) if move else ask("step", **at)
    return here


@pytest.mark.parametrize(("key", "passes"), [("monopoly", ["pass", "stand-by"]), ("btwixt", [])])
def test_a_game_says_which_moves_change_nothing(ask: Ask, key: str, passes: list[str]) -> None:
    table = seats("person", "simple", "simple")
    here = ask("start", name=key, seats=table, options=[], seed=1)
    assert here["passes"] == passes
    assert all(str(GAMES[key].parse_move(each)) == each for each in passes)


def test_an_offer_is_made_of_the_goods_of_both_sides(ask: Ask) -> None:
    here = with_goods(ask)
    deed, *_, coins = here["goods"][0]
    assert any(deed["title"] in line["text"] for line in here["words"])
    assert coins["title"] == here["facts"][0].partition(",")[0]
    at = {"game": here["game"], "seat": 0, "moment": here["moment"]}
    theirs = here["goods"][1][-1]["name"]
    too_much = ask("play", **at, move=f"offer 1: {deed['name']} for 9{theirs}")
    assert "can give at most 30 coins. Name no more." in too_much["reasons"][0]["text"]
    after = ask("play", **at, move=f"offer 1: {deed['name']} for {theirs}")
    assert "you offer" in " ".join(after["told"]).lower()
    assert after["goods"] == []


def test_what_is_not_possible_says_why(ask: Ask) -> None:
    here = started(ask)
    at = {"game": here["game"], "seat": 0, "moment": 0}
    for move in ("kneel", "fly", ""):
        refused = ask("play", **at, move=move)
        assert refused["kind"] == "refused"
        assert refused["reasons"][0]["text"]
        # A text that is not a move breaks no rule.
        assert (refused["reasons"][0]["rule"] in GAMES["btwixt"].RULEBOOK) == (move == "kneel")
    listed = refused["reasons"][0]["text"].partition("Legal moves include ")[2]
    assert [each["name"] for each in here["moves"] if each["name"] in listed]
    for do, more, code in (
        ("play", {"seat": 1, "move": "kneel"}, "not-yours"),
        ("play", {"moment": 4, "move": "kneel"}, "moved-on"),
        ("undo", {}, "cannot-be"),
    ):
        fault = ask(do, **{**at, **more})
        assert (fault["kind"], fault["code"]) == ("fault", code)
    assert ask("copy", game=here["game"])["code"] == "not-now"
    assert ask("review", game=here["game"], number=0)["code"] == "not-now"
    assert ask("rules", name="chess")["code"] == "cannot-be"
    rules = ask("rules", name="btwixt")
    assert rules["minute"]
    assert rules["rules"] == [rule.text for rule in GAMES["btwixt"].RULEBOOK.values()]
    assert any("`play royal-decree`" in paragraph for paragraph in rules["notation"])
    here = ask("play", **at, move=here["moves"][0]["name"])
    assert ask("undo", **{**at, "moment": here["moment"]})["moment"] == 0


@pytest.mark.parametrize(
    ("members", "says"),
    [
        ({"name": "chess"}, "not 'chess'"),
        ({"seats": [{"name": "", "who": "person"}]}, "players"),
        ({"seats": [{"name": "", "who": "automated"}] * 3}, "not 'automated'"),
        (
            {"options": [{"name": "hotels", "value": "1"}]},
            "has no option hotels; its options: box, variant, short",
        ),
        ({"options": [{"name": "short", "value": "perhaps"}]}, "short: 'perhaps' is not valid"),
    ],
)
def test_a_game_that_cannot_be_is_a_fault(ask: Ask, members: Any, says: str) -> None:
    fault = started(ask, **members)
    assert fault["code"] == "cannot-be"
    assert fault["text"].startswith("The game cannot begin: ")
    assert says in fault["text"].lower()


@in_a_browser
@pytest.mark.usefixtures("_usual_table")
def test_an_offer_is_put_together_by_tapping(browser: Browser, tmp_path: Path) -> None:
    here = with_goods(asking(tmp_path))
    with serving(tmp_path) as server:
        viewport = {"width": 390, "height": 844}
        person = Person(
            browser, f"{server.address}/{here['game']}", viewport=viewport, screen="any"
        )
        page = person.page
        # The second of two quick clicks, on the question that the first has led to.
        page.locator("#any-moves button").first.dispatch_event("click", {"detail": 2})
        page.wait_for_timeout(500)
        assert page.get_attribute("#any", "data-moment") == str(here["moment"])
        page.click("#any-offer > summary")
        mine, theirs = (page.get_by_role("group", name=name) for name in ("You give", "You get"))
        page.get_by_label("To whom").select_option("2")
        mine.get_by_label(here["goods"][0][0]["title"]).check()
        theirs.get_by_label("coins").fill("99")
        page.click("#any-goods .main")
        expect(page.locator("#any-reason")).to_contain_text("Name no more.")
        assert not violations(person)
        theirs.get_by_label("coins").fill("1")
        page.click("#any-goods .main")
        expect(page.locator("#any-told")).to_contain_text(
            f"{here['goods'][0][0]['title']} for 1 coin"
        )
        person.leave()


@in_a_browser
@pytest.mark.usefixtures("_usual_table")
def test_dice_are_seen_and_tokens_walk_against_players_that_trade_and_search(
    browser: Browser, server: Server
) -> None:
    person = Person(browser, server.address, reduced_motion="no-preference")
    page = person.page
    page.evaluate(WATCH_TOKENS)
    page.select_option("#pace", "0", force=True)
    expect(page.locator("#any-games > summary")).to_have_text("Monopoly, B'Twixt")
    page.click("#any-games > summary")
    form = page.locator("#others-form")
    form.locator("[name=game]").select_option("monopoly")
    form.locator("[name=count]").fill("3")
    form.locator("[name=count]").press("Tab")
    for seat, who in ((2, "trader"), (3, "planner")):
        form.get_by_label(f"Who plays seat {seat}").select_option(who)
    form.locator("button.main").click()
    dice = page.locator(
        "#any-told li", has_text=re.compile("^(Mira|Oswin) throws [\u2680-\u2685]{2}")
    )
    while not dice.count():
        page.wait_for_selector("#any-moves button")
        before = page.get_attribute("#any", "data-moment")
        page.click("#any-moves button >> nth=0")
        expect(page.locator("#any")).not_to_have_attribute("data-moment", before or "")
    page.wait_for_function("() => window.walked.length")
    person.leave()


@in_a_browser
@pytest.mark.usefixtures("_usual_table")
def test_a_bid_is_typed_as_a_number(browser: Browser, tmp_path: Path) -> None:
    game = GAMES["monopoly"]
    state = game.setup(3, seed=3)
    while not (state.active_player == 0 and "bid 9" in map(str, game.legal_moves(state))):
        legal = [*map(str, game.legal_moves(state))]
        move = next((move for move in ("put-up", "pass") if move in legal), legal[0])
        state = game.apply(state, game.parse_move(move))
    seats = {"Seat-0": "person", "Seat-1": "simple", "Seat-2": "simple"}
    ask = asking(tmp_path)
    here = ask("load", record=str(game.Record.from_state(state, tags=seats)))
    [bids] = here["ranges"]
    assert (bids["before"], bids["after"]) == ("bid ", "")
    with serving(tmp_path) as server:
        person = Person(browser, server.address)
        page = person.page
        page.goto(f"{server.address}/{here['game']}")
        number = page.get_by_role("spinbutton", name=bids["words"])
        button = page.locator("#any-moves button[data-move^=bid]")
        expect(button).to_have_attribute("data-move", f"bid {bids['least']}")
        number.fill(str(bids["most"] + 1))
        expect(button).to_be_disabled()
        wanted = bids["least"] + 2
        number.fill(str(wanted))
        expect(button).to_contain_text(f"Bid {wanted} coins")
        number.press("Enter")
        expect(page.locator("#any-told")).to_contain_text(f"You bid {wanted}")
        person.leave()


WATCH_TOKENS = """() => {
  window.walked = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    if (this.dataset.token) window.walked.push(this.dataset.token);
    return animate.apply(this, how);
  };
}"""
SMALLEST = """(texts) => Math.min(...texts.map((each) =>
  parseFloat(getComputedStyle(each).fontSize) * each.getScreenCTM().a))"""
STANDING = """(buttons) => {
  if (!document.querySelector('#cover').hidden) return 'cover';
  if (!document.querySelector('#ending').hidden) return 'over';
  return document.querySelector(buttons) ? 'turn' : null;
}"""


BUTTONS = {
    "monopoly": "#any-moves button",
    "btwixt": """[data-key="kneel"], [data-key^="place"], .t-rail .bt-takes button,
        .bt-sheet .bt-pick button, .t-answers .bt-ally,
        .t-table:not(:has([data-key="kneel"])) .bt-hand:not(.bt-hand--wait) button""",
}
"""What makes a move at the table of each game, perhaps after its main button."""


@in_a_browser
@pytest.mark.usefixtures("_usual_table")
@pytest.mark.parametrize(
    ("key", "people", "size"), [("monopoly", 1, (390, 844)), ("btwixt", 2, (1280, 800))]
)
def test_the_end_of_a_game_is_played_in_a_browser(
    browser: Browser, tmp_path: Path, key: str, people: int, size: tuple[int, int]
) -> None:
    ask, rng, game = asking(tmp_path), random.Random(1), GAMES[key]
    final = play_game([game.PLAYERS.parse("random")] * 3, game=game, seed=1)
    seats = {f"Seat-{seat}": "person" if seat < people else "simple" for seat in range(3)}
    over = ask("load", record=str(game.Record.from_state(final, tags=seats)))
    late = ask("branch", game=over["game"], moment=over["moment"] - 20)
    buttons = BUTTONS[key]
    with serving(tmp_path) as server:
        viewport = {"width": size[0], "height": size[1]}
        person = Person(browser, server.address, viewport=viewport)
        page = person.page
        page.select_option("#pace", "0", force=True)
        page.locator("#any-auto").evaluate("(each) => { each.checked = false; }")
        page.goto(f"{server.address}/{late['game']}")
        while (now := page.wait_for_function(STANDING, arg=buttons).json_value()) != "over":
            if now == "cover":
                page.click("#uncover")
                page.wait_for_selector("#any:not([hidden])")
                continue
            assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
            before = page.locator("#any").get_attribute("data-moment")
            button = page.locator(buttons).nth(rng.randrange(page.locator(buttons).count()))
            places = page.locator("#any-picture .open")
            if places.count() and rng.random() < 0.5:
                assert page.locator("#any-picture text").evaluate_all(SMALLEST) >= 10.9
                places.first.evaluate("(each) => each.scrollIntoView({block: 'center'})")
                places.first.click(force=True)  # a line of the box may lie over it
                button = page.locator("#any-moves .hinted").first
                if button.count():
                    button.click()
            else:
                button.click()
            chosen = page.locator('.t-answers [data-key="main"]:enabled')
            if chosen.count():
                chosen.click()
            page.wait_for_function(
                "(before) => document.querySelector('#any').dataset.moment !== before"
                " || document.querySelector('#any').hidden",
                arg=before,
            )
        expect(page.locator("#totals tbody tr")).to_have_count(3)
        assert not violations(person)
        page.click("#look-back")
        page.locator("#number").fill("3")
        expect(page.locator("#where")).to_contain_text("4 of ")
        expect(page.locator("#past-picture svg").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        assert not violations(person)
        page.click("#play-on")
        page.wait_for_selector("#any:not([hidden]), #cover:not([hidden])")
        person.leave()


@pytest.fixture
def _hexes(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Add a game of an author that has a board."""
    monkeypatch.syspath_prepend(ROOT / "examples")
    registry.add_game(importlib.import_module("hex").hexes)
    yield
    registry._GAMES.added.pop("hex", None)


@in_a_browser
@pytest.mark.usefixtures("_hexes")
def test_a_click_on_a_cell_of_an_own_board_makes_its_move(browser: Browser, tmp_path: Path) -> None:
    table = seats("person", "random")
    here = asking(tmp_path)("start", name="hex", seats=table, options=[], seed=1)
    with serving(tmp_path) as server:
        person = Person(browser, f"{server.address}/{here['game']}", screen="any")
        page = person.page
        board = page.locator("#any-picture")
        expect(board.locator(".open")).to_have_count(25)
        assert not violations(person)
        board.locator("[data-cell=c2]").click()
        expect(page.locator("#any-told")).to_contain_text("You take c2")
        expect(board.locator("[data-cell=c2] text")).to_have_text("x")
        expect(board.locator(".open")).to_have_count(23)
        board.locator("[data-cell=c2]").click()  # is taken
        free = page.locator("#any-moves button").first.get_attribute("data-move")
        board.locator(f"[data-cell={free}]").click()
        expect(page.locator("#any-told")).to_contain_text(f"You take {free}")
        person.leave()
