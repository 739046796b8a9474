// What was marked: the last mistake at the place of the act with its rule, and the list of the round.
import { byId, capital, findAll, make, sentence } from "../../dom.js";
import { _, ngettext } from "../../words.js";

/** @import { Mark, SchoolState } from "../../types.js" */

/** @param {SchoolState} state @param {number} seen number of marks before the act */
export function drawMarks({ marks, stage, progress }, seen) {
  const wrong = marks.filter((mark) => !mark.is_right);
  drawWrong(marks.slice(seen).filter((mark) => !mark.is_right), stage);
  const dealt = marks.filter((mark) => mark.routine && mark.is_right).length;
  const listed = marks.filter((mark) => !mark.routine || !mark.is_right).map((mark) => item(mark.is_right, markWords(mark), mark.rules));
  if (dealt) listed.unshift(item(true, ngettext("{count} act of the deal in order", "{count} acts of the deal in order", dealt), []));
  byId("calls-made").hidden = listed.length === 0;
  byId("marks").replaceChildren(...listed.reverse());
  const result = wrong.length ? ngettext("{count} mistake in this round", "{count} mistakes in this round", wrong.length) : _("No mistakes: well dealt");
  byId("net").textContent = stage === "done" ? `${result}, ${_("in {seconds} s", { seconds: progress.round_s })}` : "";
}

// A mistake is shown at its seat with the line that pays it lit; in a drill, where the next table lies there, above it.
/** @param {Mark[]} fresh @param {string} stage */
function drawWrong(fresh, stage) {
  const atSeat = (mark) => mark.seat && stage !== "drill" && document.querySelector(`#seats [data-seat="${mark.seat}"]`);
  const others = fresh.filter((mark) => !atSeat(mark) || mark.skill === "order");
  for (const old of findAll(document, ".correction")) old.remove();
  byId("wrong").hidden = others.length === 0;
  byId("wrong").replaceChildren(...others.flatMap((mark) => [make("span", {}, `✗ ${markWords(mark)}`), ...rulesElement(mark.rules)]));
  const seats = Map.groupBy(fresh.filter((mark) => !others.includes(mark)), atSeat);
  for (const [seat, marks] of seats) seat?.append(make("div", { class: "correction", role: "alert" }, ...marks.map(correction)));
  for (const line of findAll(document, ".felt-pays [data-row]")) {
    const wagers = JSON.parse(line.closest("table")?.dataset.paytable ?? "[]");
    line.classList.toggle("paid", fresh.some((mark) => wagers.includes(mark.wager) && `${mark.row ?? ""}` === line.dataset.row));
  }
}

/** @param {Mark} mark */
function correction({ what, said, right, because, wager }) {
  const name = wager || what.split(", ").slice(1).join(", ");
  return make("p", {}, make("b", { class: "sign" }, "✗ "), make("b", {}, `${capital(name)}: `), make("s", {}, said), " ", make("b", {}, right), make("small", {}, sentence(because)));
}

function item(isRight, words, rules) {
  return make("li", { class: isRight ? "good" : "bad" }, make("span", { class: "sign" }, isRight ? "✓" : "✗"), make("span", {}, words, ...rulesElement(rules)));
}

/** @param {string[]} rules */
function rulesElement(rules) {
  if (!rules.length) return [];
  return [make("details", { class: "rules" }, make("summary", {}, _("The rule")), make("ol", {}, ...rules.map((rule) => make("li", {}, rule))))];
}

/** @param {Mark} mark */
function markWords({ what, said, right, because, is_right, routine }) {
  if (is_right) return `${what}: ${said}.`;
  if (routine) return sentence(_("Not “{said}”. Correct: “{right}”, because {because}", { said, right, because }));
  return sentence(_("{what}: you called “{said}”. Correct: “{right}”, because {because}", { what: capital(what), said, right, because }));
}
