// Amounts in whole millionths, written in their currency. No amount ever becomes a fraction of a number.
import { _, locale } from "../words.js";

const MICROS = 1_000_000n;

/** @param {string | undefined} currency */
export function moneyIn(currency) {
  const full = new Intl.NumberFormat(locale, { style: "currency", currency });
  const { maximumFractionDigits } = full.resolvedOptions();
  const whole = new Intl.NumberFormat(locale, { style: "currency", currency, maximumFractionDigits: 0 });

  // Down to the smallest coin: a meter never shows more than there is.
  function money(micros) {
    const amount = BigInt(micros);
    const part = (amount % MICROS).toString().padStart(6, "0").slice(0, maximumFractionDigits);
    return full.format(part ? /** @type {any} */ (`${amount / MICROS}.${part}`) : amount / MICROS);
  }

  function chip(micros) {
    return BigInt(micros) % MICROS ? money(micros) : whole.format(BigInt(micros) / MICROS);
  }

  return { money, chip };
}

// The hand that won, and the level of the jackpot where it has several; or whose hand it is envy for.
/** @param {{ hand: string, level?: string, envy_for_seat?: number | null, for_seat?: number }} prize */
export function prizeWords({ hand, level, envy_for_seat: shown, for_seat: maker = shown ?? undefined }, between) {
  if (maker !== undefined) return maker ? _("Envy for seat {seat}’s {hand}", { seat: maker, hand }) : _("Envy for {hand}", { hand });
  return level && document.querySelectorAll("[data-level]").length > 1 ? `${hand}${between}${level}` : hand;
}

/** @param {Date} date */
export function clock(date) {
  return date.toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

// JSON whose integers stay what they are, however large.
export function parse(text) {
  const read = (_, value, context) =>
    typeof value === "number" && !Number.isSafeInteger(value) && context?.source ? BigInt(context.source) : value;
  return JSON.parse(text, /** @type {any} */ (read));
}

// What was typed, read digit by digit; nothing if it is no amount.
export function microsIn(text) {
  const found = /^\s*(\d{1,9})(?:\.(\d{1,6}))?\s*$/.exec(text);
  return found ? Number(found[1] + (found[2] ?? "").padEnd(6, "0")) : null;
}
