"""House rules as rules of the law's own form: the layer after the law and the maker's rules, before custom."""

from __future__ import annotations

from collections.abc import Iterator

from fairfelt.law import HOUSE_CAP, Certainty, Law, Layer, Rule
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.limits import PayRules
from fairfelt.room.state.links import FoldedHands
from fairfelt.rules import format_amount

CITED = "house rules"


def law_with_house(floor: Floor, law: Law, currency: str) -> Law:
    """The law of a day with what the house has set for tables in a currency."""
    return law.with_rules(*_in_currency(floor, currency))


def house_rules(floor: Floor) -> tuple[Rule, ...]:
    """Everything that the house has set, for the whole room."""
    return (*_for_all(floor), *(rule for currency in floor.currencies for rule in _in_currency(floor, currency)))


def _for_all(floor: Floor) -> Iterator[Rule]:
    if floor.house_rules.dealers_sign_in:
        yield _rule("house.sign_in", "Dealers sign in", "A dealer signs in at the keypad before anything is pressed.")
    for name, link in floor.links.items():
        if link.folded_hands is not FoldedHands.AS_THE_SHEET:
            yield _rule(
                "house.folded_hands", f"Folded hands on link {name}",
                f"Folded hands {link.folded_hands.value}, where a sheet leaves it to the casino.", link=name,
            )  # fmt: skip


def _in_currency(floor: Floor, currency: str) -> Iterator[Rule]:
    held = floor.house_rules
    if (most := held.most_wager.get(currency)) is not None:
        kinds = ("opening", "raise", "side_bet", "progressive")
        yield _rule(
            HOUSE_CAP, f"Largest single wager, {currency}",
            f"A single wager is {format_amount(most, currency)} or less in this house.",
            currency=currency, **{f"{kind}_micros": most for kind in kinds},
        )  # fmt: skip
    if currency in held.pay_rules:
        yield _rule(
            "house.pays", f"Whose card a pay takes, {currency}", _pays(held.pay_rules[currency], currency),
            currency=currency,
        )  # fmt: skip


def _pays(rules: PayRules, currency: str) -> str:
    sentences = []
    if rules.supervisor_from_micros:
        below = format_amount(rules.supervisor_from_micros, currency)
        sentences.append(f"The dealer alone confirms a fixed pay from the tray below {below}.")
    executive = rules.executive_from_micros
    for who, amount in (("An executive", executive), ("Two people", rules.two_people_from_micros)):
        if amount is not None:
            sentences.append(f"{who} from {format_amount(amount, currency)} on.")
    if rules.two_people_from_micros is None:
        sentences.append("Whatever takes an executive takes a second person too.")
    return " ".join(sentences)


def _rule(id_: str, title: str, says: str, **parameters: int | str) -> Rule:
    return Rule(
        id=id_,
        title=title,
        citation=CITED,
        certainty=Certainty.QUOTED,
        layer=Layer.HOUSE,
        says=says,
        parameters=parameters,
    )
