"""The pictures of the documentation, in a real browser."""

from __future__ import annotations

from checkout import ROOT
from playwright.sync_api import Browser

from play.page.browsing import in_a_browser
from westeros_intrigue import draw_svg, parse_court

PHONE = 390


@in_a_browser
def test_the_widest_court_fits_a_phone(browser: Browser) -> None:
    widest = parse_court("a0 S1 S2 S3 S4 L1 L2 L3 L4")
    style = (ROOT / "docs" / "_static" / "court.css").read_text("utf-8")
    page = browser.new_page(viewport={"width": PHONE, "height": 844})
    page.set_content(f'<style>{style}</style><div class="court">{draw_svg(widest)}</div>')
    box = page.locator(".court > svg").bounding_box()
    page.close()
    assert box is not None
    assert box["x"] + box["width"] <= PHONE
