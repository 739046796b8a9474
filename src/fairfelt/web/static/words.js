// Words, numbers and dates in the language of the page. English is written in the scripts, others come as a catalogue.
const language = document.documentElement.lang || "en";

/** @type {Record<string, string | string[]>} */
const catalogue = language === "en" ? {} : await load();

async function load() {
  const answer = await fetch(`/words/${language}.json`).catch(() => null);
  return answer?.ok ? (await answer.json()).words : {};
}

/** The locale that numbers and dates are written by: the page's language, as it is written in the United States. */
export const locale = `${language}-US`;

/** A text in the language of the page; {names} in it are filled in. @param {string} text @param {Record<string, unknown>} [values] */
export function _(text, values = {}) {
  const found = catalogue[text];
  return fill(typeof found === "string" ? found : text, values);
}

/** The form of a text that fits a number, which is {count} in it. @param {string} one @param {string} many @param {number} count */
export function ngettext(one, many, count, values = {}) {
  const found = catalogue[one];
  const [first, others] = Array.isArray(found) ? [found[0], found[found.length - 1]] : [one, many];
  return fill(count === 1 ? first : others, { count, ...values });
}

/** What a game's paytable calls a hand: as it is, or by its number of cards. @param {string} text */
export function said(text) {
  if (text in catalogue) return _(text);
  const [, number, rest] = /^(\d+)(-card .+)$/.exec(text) ?? [];
  const shape = `{number}${rest}`;
  return number && shape in catalogue ? _(shape, { number }) : text;
}

function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}
