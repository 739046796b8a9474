// The seats and their bets: no bet, bet, locked, claimed, awarded, foul. Each says so in words and by its shape, not by color alone.
import { fieldById, find, findAll, targetOf } from "../../dom.js";
import { _, said } from "../../words.js";
import { microsIn } from "../money.js";

/** @import { TableState } from "../../types.js" */

const BETS = { "no bet": _("no bet"), bet: _("bet"), locked: _("locked"), claimed: _("claimed"), awarded: _("awarded"), foul: _("foul") };
// What the browser counts as the second click of a double click is a tap that bounced, not a bet taken back.
const BOUNCED = 2;

/** @param {HTMLElement} section */
export function seatsIn(section, { chip }, tapped) {
  const buttons = findAll(section, "[data-seat]");
  const other = /** @type {HTMLInputElement | null} */ (section.querySelector("#other"));

  section.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement | null} */ (targetOf(event).closest("[data-seat]"));
    if (button && event.detail < BOUNCED) tapped(button.dataset.seat, button);
  });
  other?.addEventListener("input", () => (fieldById("chip-other").checked = true));

  /** @param {TableState & { chosen: string | null, ready: boolean }} state */
  function draw({ bets, claims, awarded, fouled, quarantined, phase, live, chosen, ready }) {
    const hands = Object.fromEntries(claims.map((claim) => [claim.seat, claim.folded ? _("{hand}, folded", { hand: said(claim.hand) }) : said(claim.hand)]));
    const paid = Object.fromEntries(awarded.map((award) => [award.seat, _("{hand}, awarded", { hand: said(award.hand) })]));
    for (const button of buttons) {
      const seat = button.dataset.seat ?? "";
      const bet = fouled.includes(Number(seat)) ? "foul" : seat in paid ? "awarded" : betState(seat, bets, hands, phase);
      const usable = ready && (live.includes("bet") || live.includes("hand"));
      button.dataset.bet = bet;
      button.dataset.sensor = seat in quarantined ? "failed" : "";
      button.setAttribute("aria-disabled", String(!usable));
      button.setAttribute("aria-pressed", String(phase === "betting" ? seat in bets : seat === chosen));
      find(button, ".amount").textContent = seat in bets ? chip(bets[seat]) : "";
      const words = seat in quarantined && phase === "betting" ? _("{bet}, by hand", { bet: BETS[bet] }) : BETS[bet];
      find(button, ".status").textContent = hands[seat] ?? paid[seat] ?? (seat in bets || phase === "betting" || bet === "foul" ? words : "");
    }
  }

  // The chip that is chosen, in millionths; what was typed is read digit by digit.
  function chosenMicros() {
    const { value } = /** @type {HTMLInputElement} */ (find(section, "[name=chip]:checked"));
    return value === "other" ? microsIn(other?.value ?? "") : Number(value);
  }

  return { draw, chosenMicros };
}

function betState(seat, bets, claims, phase) {
  if (seat in claims) return "claimed";
  if (!(seat in bets)) return "no bet";
  return phase === "betting" ? "bet" : "locked";
}
