"""The placard tells every bet, pay and ruling in every form."""

from fairfelt.reports.placard.placard import placard, placard_dict
from fairfelt.reports.sheet.html import as_html
from fairfelt.reports.sheet.pdf import as_pdf
from fairfelt.reports.sheet.text import as_text
from fairfelt.rules import fingerprint
from tests.reports.by_hand import EVERYTHING
from tests.reports.pages import Page, pdf_text, text_of

EXPECTED = (
    "Copies lose; Jokers are dead",
    "Numbers 7 and 8 of the letter of June 14, 2023",
    "It is paid by the player's cards and the community cards alone, by the ranking “longest flush”.",
    "This is not a separate bet but a bonus paid on the Ante, for a hand that does not fold.",
    "This bet is made at a decision and is one, three or four times the Ante.",
    "It stays in play when the player folds.",
    "It is lost when the player folds.",
    "100% of the Mega",
    "every other player with this bet is paid the amount, times the receiver's own bet.",
    "What does the Blind do on a margin of zero?",
    "Or “even”",
    "Paytable <P> & #1",
)


def test_the_same_words_in_every_form() -> None:
    sheet = placard(EVERYTHING)
    for words in (text_of(as_text(sheet), 300), Page(as_html(sheet)).text, pdf_text(as_pdf(sheet))):
        assert [text for text in EXPECTED if text not in words] == []


def test_plain_data() -> None:
    plain = placard_dict(EVERYTHING)
    assert (plain["name"], plain["most_seats"], plain["fingerprint"]) == (
        "Everything & <More>",
        9,
        fingerprint(EVERYTHING),
    )
    ladder = plain["wagers"][-1]
    assert ladder["paytables"][0]["outcomes"][0] == {
        "when": "5-card straight",
        "pays": "100% of the Mega",
        "envy": 1000,
    }
    assert plain["rulings"][0]["alternatives"] == {"even": "It pays 1 to 1."}
