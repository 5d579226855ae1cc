"""Each line of the promises in docs/install.md is held by tests that are there."""

from __future__ import annotations

import re

from helpers.checkout import ROOT

from docs.test_security import functions_of

PAGE = (ROOT / "docs/install.md").read_text("utf-8")
SAMPLES = "tests/test_format_samples.py"
SESSIONS = "tests/play/sessions/test_sessions.py"
SERVER = "tests/examples/test_server.py"
MATCHES = "tests/lab/matches/test_match_files.py"
HELD = {
    "Names in the API reference": (
        "tests/test_surface.py::test_what_programs_can_no_longer_use_must_be_announced",
        "tests/test_public_api.py::test_nothing_public_changes_unnoticed",
        f"{SAMPLES}::test_each_form_of_a_position_leads_to_the_same_one",  # also of games by GameOf
    ),
    "Rules and rulings": (
        f"{SAMPLES}::test_the_ids_of_rules_and_the_flags_of_commands_stay",
        "tests/notation/test_records_refused.py::test_a_game_of_other_rules_is_known_as_one",
    ),
    "Seeds": ("tests/rules/test_golden.py::test_seeds_give_the_deals_that_they_have_always_given",),
    "Records": (
        f"{SAMPLES}::test_each_form_of_a_position_leads_to_the_same_one",
        "tests/notation/test_record_files.py::test_files_of_version_1_are_still_read",
    ),
    "JSON documents": (
        f"{SAMPLES}::test_a_document_of_each_kind_is_read_and_written_as_it_was",
        "tests/documents/test_serialization.py::test_a_file_of_an_earlier_version_is_still_read",
    ),
    "Saved games": (
        f"{SAMPLES}::test_a_line_is_that_of_its_position",
        f"{SAMPLES}::test_a_saved_table_is_at_the_same_moment_in_both_stores",
        f"{SAMPLES}::test_the_links_of_the_people_at_a_table_still_work",
    ),
    "Codes": (
        "tests/test_public_api.py::test_nothing_public_changes_unnoticed",
        f"{SAMPLES}::test_the_ids_of_rules_and_the_flags_of_commands_stay",
    ),
    "Numbers for learners": (f"{SAMPLES}::test_the_layouts_of_numbers_for_learners_never_change",),
    "Test vectors": (
        "tests/documents/test_vectors.py::test_the_library_makes_the_same_bytes_again",
        f"{SAMPLES}::test_a_line_of_each_file_of_vectors_is_still_there",
    ),
    "Command line": (
        f"{SAMPLES}::test_the_ids_of_rules_and_the_flags_of_commands_stay",
        "tests/play/terminal/test_sessions.py::test_a_session_is_what_the_program_shows",
    ),
    "a seed": (
        "tests/rules/test_golden.py::test_seeds_give_the_deals_that_they_have_always_given",
        f"{SAMPLES}::test_a_seed_deals_what_it_dealt",
    ),
    "a record, or a game saved by `play` or `web`": (
        f"{SAMPLES}::test_a_saved_table_is_at_the_same_moment_in_both_stores",
        f"{SESSIONS}::test_a_game_of_other_rules_or_without_its_end_is_read_and_not_continued",
    ),
    "a JSON document of version 1": (
        f"{SAMPLES}::test_a_document_of_each_kind_is_read_and_written_as_it_was",
    ),
    "the store of `examples/server`": (
        f"{SERVER}::test_the_logs_that_earlier_versions_have_stored_are_folded_to_the_same_games",
    ),
    "a line with a position, a test vector": (
        f"{SAMPLES}::test_a_line_is_that_of_its_position",
        f"{SAMPLES}::test_a_line_of_each_file_of_vectors_is_still_there",
    ),
    "a file of a match": (
        f"{MATCHES}::test_a_file_of_version_1_is_read_by_all_later_versions",
        f"{MATCHES}::test_an_incomplete_file_of_other_code_is_refused_by_name",
    ),
    "a pickle": (),  # which promises nothing
}
"""The tests of each promise, by the first cell of its row."""


def promised() -> list[str]:
    """The first cells of the rows of both tables of promises, without their links."""
    part = PAGE.partition("\n## Stability\n")[2].partition("\n### What the same seed")[0]
    rows = re.findall(r"(?m)^\| (.+?) \| .+ \|$", part)
    cells = [re.sub(r"\[(.*?)\]\(.*?\)", r"\1", row) for row in rows]
    return [cell for cell in cells if cell not in {"---", "stored with 1.0.0rc1"}]


def test_each_promise_names_the_tests_that_hold_it() -> None:
    assert promised() == [*HELD]


def test_each_of_these_tests_is_there() -> None:
    named = {test for tests in HELD.values() for test in tests}
    lost = [
        test
        for test in sorted(named)
        if test.partition("::")[2] not in functions_of(ROOT / test.partition("::")[0])
    ]
    assert lost == []
