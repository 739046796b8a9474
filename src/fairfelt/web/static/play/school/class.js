// A class: students join it by its code, and their instructor sees what each of them does.
import { SKILLS, LEVELS } from "./certificate.js";
import { keepName } from "./papers.js";
import { byId, fieldById, findAll, make, sentence, write } from "../../dom.js";
import { _, locale } from "../../words.js";

const AGAIN_MS = 3_000;
const IDLE_S = 60;
const STAGES = {
  dealing: _("between rounds"),
  acting: _("deals"),
  setting: _("sets the hand"),
  reading: _("announces"),
  settling: _("settles"),
  envy: _("pays envy"),
  done: _("round over"),
  drill: _("drill"),
};

/** @returns {Promise<{ answer?: any, problem?: string }>} */
async function send(path, body) {
  try {
    const answer = await fetch(path, { method: "POST", credentials: "same-origin", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    const said = await answer.json();
    return answer.ok ? { answer: said } : { problem: sentence(said.detail) };
  } catch {
    return { problem: _("The server does not answer. Try again.") };
  }
}

/** The student's side: on the page of a table, or of the class. */
export function prepareJoining(codeOf) {
  byId("class-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const name = fieldById("dealer-name").value.trim();
    if (!name) return fieldById("dealer-name").focus();
    keepName(name);
    const code = codeOf().toUpperCase();
    const { problem } = await send(`/play/class/${encodeURIComponent(code)}/join.json`, { name });
    write(byId("class-words"), problem ?? _("You are in class {code} as {name}. Your instructor sees your lessons.", { code, name }));
    byId("class-words").classList.toggle("mistake", Boolean(problem));
  });
}

function studentRows({ name, games }) {
  if (!games.length) return [make("tr", {}, make("th", { scope: "row" }, name), make("td", { colspan: 8, class: "quiet-words" }, _("has not dealt yet")))];
  return games.map((game, at) => {
    const best = (kind) => Math.max(0, ...game.drills.filter((drill) => drill.kind === kind).map(({ right }) => right));
    const idle = game.idle_s === null ? "" : game.idle_s < IDLE_S ? _("{seconds} s ago", { seconds: game.idle_s }) : _("{minutes} min ago", { minutes: Math.round(game.idle_s / 60) });
    const number = (text) => make("td", { class: "number" }, `${text}`);
    return make(
      "tr",
      {},
      at ? make("td") : make("th", { scope: "row" }, name),
      make("td", {}, game.game, make("small", {}, [STAGES[game.stage], idle].filter(Boolean).join(", "))),
      make("td", {}, LEVELS[game.level]),
      number(game.asked),
      make("td", { class: `number ${game.asked && game.percent < 90 ? "low" : ""}` }, `${game.percent}%`),
      number(game.pace_s),
      number(`${game.rounds} · ${game.minutes} min`),
      number([best("pay"), best("call")].map((right) => right || "–").join(" · ")),
      make("td", {}, game.weak.map((skill) => SKILLS[skill]).join(", "), make("small", {}, game.mistake)),
    );
  });
}

async function drawStudents(code) {
  const answer = await fetch(`/play/class/${code}/students.json`, { credentials: "same-origin", cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return write(byId("class-words"), _("The server does not answer, or has been started again since: then open a new class."));
  const { students } = await answer.json();
  byId("students").replaceChildren(...students.flatMap(studentRows));
  const titles = findAll(byId("class-table"), "thead th").map((title) => title.textContent ?? "");
  for (const row of findAll(byId("students"), "tr")) [...row.children].forEach((cell, at) => cell.setAttribute("data-label", titles[at]));
  byId("nobody").hidden = students.length > 0;
  byId("class-table").hidden = students.length === 0;
  write(byId("class-words"), _("As it was at {time}.", { time: new Date().toLocaleTimeString(locale) }));
}

/** The page of classes: opened, joined or taught. */
export function prepareClassPage() {
  const { part, code } = byId("class").dataset;
  if (part === "open")
    byId("open-class").addEventListener("click", async () => {
      const { answer, problem } = await send("/play/class", {});
      if (answer) location.assign(`/play/class/${answer.code}`);
      else write(byId("class-words"), problem);
    });
  if (part === "join") prepareJoining(() => code ?? "");
  if (part !== "teach") return;
  drawStudents(code);
  setInterval(() => document.hidden || drawStudents(code), AGAIN_MS);
  byId("print-class").addEventListener("click", () => print());
}
