// The studio: a form on one side, the sheets of the game on the other, and nothing lost in between.
import { byId, capital, fieldById, find, findAll, make, sentence, targetOf, write } from "../dom.js";
import { Draft } from "./draft.js";
import { drawForm } from "./form.js";
import { loadSchema } from "./schema.js";
import { begin, leaveWhenClosed, look, takeAway } from "./server.js";
import { runAllChecks, showLook, showStale, wireHalves, wireTabs } from "./sheets.js";

const PAUSE_MS = 350;
const form = byId("form");
const open = /** @type {Set<string>} */ (new Set());
/** @type {{ rows: string[], lines: string[] }[]} */
let rows = [];
/** @type {number | undefined} */
let timer;
let latest = 0;
const draft = new Draft(changed);
const context = { draft, open, rows: () => rows };

function changed(structural) {
  if (structural) redraw();
  fieldById("undo").disabled = !draft.past.length;
  fieldById("redo").disabled = !draft.future.length;
  write(byId("title"), draft.shown.name || "A game without a name");
  clearTimeout(timer);
  timer = setTimeout(update, structural ? 0 : PAUSE_MS);
}

/** Draws the form anew, with the focus and the scroll where they were. */
function redraw() {
  const focused = document.activeElement?.id;
  const beside = document.activeElement?.textContent;
  form.replaceChildren(...drawForm(context));
  byId("wagers").replaceChildren(...draft.shown.wagers.map((wager) => make("option", { value: wager.name })));
  drawVersions();
  const again = focused ? document.getElementById(focused) : findAll(form, "button").find((each) => each.textContent === beside);
  again?.focus({ preventScroll: true });
}

function drawVersions() {
  const versions = [draft.game, ...(draft.game.others ?? [])];
  const select = fieldById("version");
  byId("versions").hidden = versions.length < 2;
  select.replaceChildren(...versions.map((each, at) => new Option(each.variant || `version ${at + 1}`, String(at), false, at === draft.version)));
}

async function update() {
  const number = ++latest;
  const seen = await look(draft.game, draft.version);
  if (number !== latest) return;
  if (seen.problem) return showMistake({ sentence: seen.problem, place: [] });
  if (seen.fault) return showMistake(seen.fault);
  showMistake(null);
  const before = JSON.stringify(rows);
  rows = seen.rows;
  showLook(seen);
  if (JSON.stringify(rows) !== before && !form.contains(document.activeElement)) redraw();
}

/** Says what is wrong beside the field it is about. */
function showMistake(fault) {
  for (const old of findAll(document, ".field-mistake")) old.remove();
  for (const old of findAll(form, "[aria-invalid]")) old.removeAttribute("aria-invalid");
  showStale(Boolean(fault));
  const summary = byId("mistake");
  summary.hidden = !fault;
  if (!fault) return;
  const box = fault.version === undefined || fault.version === draft.version ? placeOf(fault.place) : null;
  const words = sentence(capital(fault.sentence));
  const jump = make("button", { type: "button", class: "link" }, "Show me");
  summary.replaceChildren(words, ...(box ? [" ", jump] : []));
  if (!box) return;
  jump.addEventListener("click", () => reveal(box));
  box.append(make("p", { class: "mistake field-mistake" }, words));
  find(box, "input, select, textarea")?.setAttribute("aria-invalid", "true");
}

/** The field at a place, or the nearest part around it that is drawn. */
function placeOf(place) {
  for (let length = place.length; length > 0; length--) {
    const wanted = JSON.stringify(place.slice(0, length));
    const found = findAll(form, "[data-place]").find((each) => each.dataset.place === wanted);
    if (found) return found;
  }
  return null;
}

function reveal(box) {
  byId("see-compose").click();
  for (let at = box.closest("details"); at; at = at.parentElement?.closest("details") ?? null) at.open = true;
  box.scrollIntoView({ block: "center" });
  const field = find(box, "input, select, textarea, summary");
  field?.focus({ preventScroll: true });
}

async function start(slug, query = "") {
  try {
    draft.open(await begin(slug, query));
    say(slug === "blank" ? "A blank game is open." : `${draft.game.name} is open: change it as you like.`);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
  }
}

function say(words) {
  write(byId("news"), words);
  write(byId("said"), words);
}

async function save() {
  const made = await takeAway(draft.game, draft.version);
  if (made.problem) return say(made.problem);
  if (made.fault) return showMistake(made.fault);
  const name = `${made.name}.json`;
  const link = make("a", { href: URL.createObjectURL(new Blob([made.text], { type: "application/json" })), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
  say(`${name} is saved. Try: fairfelt par ./${name}`);
}

async function openFile(file) {
  try {
    const game = JSON.parse(await file.text());
    if (!game || !Array.isArray(game.wagers)) throw new Error("it holds no game");
    draft.open(game);
    say(`${file.name} is open.`);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    say(`${file.name} cannot be opened: ${error instanceof SyntaxError ? `it is no JSON (${why})` : why}.`);
  }
}

function wire() {
  byId("undo").addEventListener("click", () => draft.undo());
  byId("redo").addEventListener("click", () => draft.redo());
  byId("begin").addEventListener("click", () => start(fieldById("like").value));
  byId("open").addEventListener("click", () => byId("file").click());
  fieldById("file").addEventListener("change", () => {
    const file = fieldById("file").files?.[0];
    if (file) openFile(file);
    fieldById("file").value = "";
  });
  byId("save-json").addEventListener("click", save);
  byId("drop-claims").addEventListener("click", () => {
    draft.edit((version) => {
      delete version.published;
      delete version.approvals;
    }, "");
  });
  byId("all-checks").addEventListener("click", runAllChecks);
  fieldById("version").addEventListener("change", () => {
    draft.version = Number(fieldById("version").value);
    changed(true);
  });
  byId("play").addEventListener("click", (event) => {
    if (byId("play").hasAttribute("aria-disabled")) event.preventDefault();
  });
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || !targetOf(event).closest("#studio, body")) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) draft.undo();
    else if (key === "y" || (key === "z" && event.shiftKey)) draft.redo();
    else return;
    event.preventDefault();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  leaveWhenClosed();
  wireTabs();
  wireHalves();
}

async function main() {
  await loadSchema();
  wire();
  const like = byId("studio").dataset.like;
  const kept = Draft.kept();
  if (kept?.game?.wagers) {
    draft.game = kept.game;
    draft.version = kept.version ?? 0;
  }
  if (like) {
    const asked = location.search;
    history.replaceState(null, "", location.pathname);
    await start(like, asked);
  } else if (draft.game) {
    changed(true);
    say("Your game is as you left it.");
  }
  if (!draft.game) await start("blank");
  byId("studio").hidden = false;
}

main();
