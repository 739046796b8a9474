// What a school prints: a record of hours, a table test, a certificate. Hours and tests are kept in this browser.
import { SKILLS } from "./certificate.js";
import { byId, fieldById, find, findAll, make, sentence, write } from "../../dom.js";
import { _, locale, ngettext } from "../../words.js";

/** @import { Mark, SchoolState } from "../../types.js" */

export const TEST_ROUNDS = 5;
const HOURS = "fairfelt-school-hours";
const NAME = "fairfelt-school-name";

/** @typedef {{ seconds: number, rounds: number, acts: number, right: number }} Hours */
/** @typedef {{ rounds: { marks: Mark[], commitment: string }[] }} Test */

/** @template T @param {string} key @param {T} otherwise @returns {T} */
export function kept(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {unknown} value */
export const keep = (key, value) => localStorage.setItem(key, JSON.stringify(value));

export const keepName = (name) => keep(NAME, name);

/** @returns {Record<string, Record<string, Hours>>} by day and game */
const hoursKept = () => kept(HOURS, {});

/** @param {string} game @param {Mark[]} fresh @param {boolean} isRound whether a round has just ended */
export function countHours(game, fresh, isRound) {
  if (!fresh.length && !isRound) return;
  const days = hoursKept();
  const now = new Date();
  const day = [now.getFullYear(), `${now.getMonth() + 1}`.padStart(2, "0"), `${now.getDate()}`.padStart(2, "0")].join("-");
  const today = (days[day] ??= {});
  const { seconds, rounds, acts, right } = today[game] ?? { seconds: 0, rounds: 0, acts: 0, right: 0 };
  const took = fresh.reduce((sum, mark) => sum + mark.seconds, 0);
  today[game] = { seconds: seconds + took, rounds: rounds + Number(isRound), acts: acts + fresh.length, right: right + fresh.filter((mark) => mark.is_right).length };
  keep(HOURS, days);
}

const duration = (seconds) => `${Math.floor(seconds / 3600)}:${String(Math.floor((seconds % 3600) / 60)).padStart(2, "0")}`;
const share = (right, asked) => (asked ? `${Math.floor((100 * right) / asked)}%` : "–");
const dayWords = (day) => new Date(`${day}T12:00`).toLocaleDateString(locale, { dateStyle: "medium" });

export function drawHours() {
  const rows = Object.entries(hoursKept()).flatMap(([day, games]) => Object.entries(games).map(([game, hours]) => ({ day, game, ...hours })));
  const sum = (name) => rows.reduce((total, row) => total + row[name], 0);
  const cells = ({ seconds, rounds, acts, right }) => [duration(seconds), rounds, acts, share(right, acts)].map((text) => make("td", { class: "number" }, `${text}`));
  byId("hours-rows").replaceChildren(...rows.map((row) => make("tr", {}, make("td", {}, dayWords(row.day)), make("td", {}, row.game), ...cells(row), make("td", { class: "initials" }))));
  const total = { seconds: sum("seconds"), rounds: sum("rounds"), acts: sum("acts"), right: sum("right") };
  byId("hours-total").replaceChildren(make("tr", {}, make("th", { colspan: 2 }, _("Total")), ...cells(total), make("td")));
  const words = _("{time} hours at the tables, in this browser.", { time: duration(total.seconds) });
  write(byId("hours"), `${words} ${ngettext("{count} round", "{count} rounds", total.rounds)}.`);
}

const testKey = (game) => `fairfelt-school-test ${game}`;

/** @param {string} game @returns {Test | null} */
export const testOf = (game) => kept(testKey(game), /** @type {Test | null} */ (null));

/** @param {string} game */
export const beginTest = (game) => keep(testKey(game), { rounds: [] });

/** @param {string} game */
export const forgetTest = (game) => localStorage.removeItem(testKey(game));

/** A round of the test is over. @param {string} game @param {SchoolState} state */
export function countTest(game, { marks, commitment }) {
  const test = testOf(game);
  if (!test || test.rounds.length >= TEST_ROUNDS || test.rounds.some((round) => round.commitment === commitment)) return;
  keep(testKey(game), { rounds: [...test.rounds, { marks, commitment }] });
}

/** Whether the test is passed by the demands of the level, with its words. @param {Test} test @param {SchoolState} state */
export function testResult({ rounds }, { progress }) {
  const { percent, pace_s } = progress.demands;
  const marks = rounds.flatMap((round) => round.marks);
  const right = marks.filter((mark) => mark.is_right).length;
  const seconds = marks.reduce((sum, mark) => sum + mark.seconds, 0);
  const weak = skillsOf(marks).filter(({ right: good, asked }) => asked >= 5 && good < 0.75 * asked);
  const passed = marks.length > 0 && 100 * right >= percent * marks.length && seconds <= pace_s * marks.length && weak.length === 0;
  const found = _("{right} of {asked} acts right ({share}), {pace} s for each.", { right, asked: marks.length, share: share(right, marks.length), pace: (seconds / Math.max(1, marks.length)).toFixed(1) });
  const asked = _("Asked: {percent}% right, at most {pace} s for each, and no skill below 75%.", { percent, pace: pace_s });
  return { passed, marks, words: `${passed ? _("Passed") : _("Not passed")}. ${found} ${asked}` };
}

/** @param {Mark[]} marks */
function skillsOf(marks) {
  const names = [...new Set(marks.map(({ skill }) => skill))];
  return names.map((skill) => {
    const of = marks.filter((mark) => mark.skill === skill);
    return { skill, right: of.filter((mark) => mark.is_right).length, asked: of.length, seconds: of.reduce((sum, mark) => sum + mark.seconds, 0) };
  });
}

/** @param {string} game @param {SchoolState} state */
export function drawTest(game, state) {
  const test = testOf(game);
  const isOver = test?.rounds.length === TEST_ROUNDS;
  byId("print-test").hidden = !isOver;
  if (!test || !isOver) return;
  const { marks, words } = testResult(test, state);
  write(byId("test-result"), words);
  const cell = (text) => make("td", { class: "number" }, `${text}`);
  byId("test-rows").replaceChildren(
    ...skillsOf(marks).map(({ skill, right, asked, seconds }) => make("tr", {}, make("td", {}, SKILLS[skill]), cell(right), cell(asked), cell(share(right, asked)), cell((seconds / asked).toFixed(1)))),
  );
  const wrong = marks.filter((mark) => !mark.is_right);
  byId("test-mistakes").replaceChildren(...wrong.map(({ what, said, right, because }) => make("li", {}, sentence(_("{what}: you called “{said}”. Correct: “{right}”, because {because}", { what, said, right, because })))));
  write(byId("test-commitments"), test.rounds.map(({ commitment }) => commitment.slice(0, 16)).join(" · "));
}

export function preparePapers() {
  fieldById("dealer-name").value = kept(NAME, "");
  byId("papers-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const paper = /** @type {HTMLButtonElement | null} */ (event.submitter)?.value ?? "hours";
    const name = fieldById("dealer-name").value.trim();
    keepName(name);
    for (const sheet of findAll(document, "[data-paper]")) {
      sheet.classList.toggle("printing", sheet.dataset.paper === paper);
      write(find(sheet, ".certified-name"), name);
      write(find(sheet, ".certified-on"), new Date().toLocaleDateString(locale, { dateStyle: "long" }));
    }
    print();
  });
}
