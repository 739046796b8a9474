// The sheets beside the form: placard, felt, PAR, checks, and the text of the game.
import { byId, find, findAll, make, sentence, write } from "../dom.js";
import { count } from "./server.js";

const AGAIN_MS = 1000;
const SEVERITY = { error: "Sent back", question: "Asked about", note: "Noted" };
let shown = { draft: "", fingerprint: "" };
/** @type {number | undefined} */
let timer;

/** Shows what the server has made of a draft. */
export function showLook(seen) {
  const fresh = seen.draft !== shown.draft;
  byId("placard").replaceChildren(...parsed(seen.placard));
  const felt = /** @type {HTMLImageElement} */ (byId("felt-image"));
  if (fresh) felt.src = `/studio/drafts/${seen.draft}/felt.svg`;
  felt.alt = `The felt of ${seen.title}`;
  felt.hidden = false;
  const play = /** @type {HTMLAnchorElement} */ (byId("play"));
  play.href = `/play/draft/${seen.draft}`;
  play.removeAttribute("aria-disabled");
  byId("identity").hidden = false;
  write(byId("fingerprint"), seen.fingerprint);
  write(byId("seats"), seen.seats ? `up to ${seen.seats} players` : "no seats");
  write(byId("cost"), seen.cost.sentence);
  byId("claims").hidden = !seen.claims;
  showFindings(seen.findings);
  byId("all-checks").hidden = !seen.cost.possible;
  const counted = seen.fingerprint === shown.fingerprint;
  shown = { draft: seen.draft, fingerprint: seen.fingerprint };
  if (!counted) askForPar();
}

function parsed(html) {
  return [...new DOMParser().parseFromString(html, "text/html").body.childNodes];
}

async function askForPar() {
  clearTimeout(timer);
  const { draft, fingerprint } = shown;
  const answer = await count("par", draft);
  if (fingerprint !== shown.fingerprint) return;
  drawPar(answer);
  if (answer.state === "waiting" || answer.state === "counting") timer = setTimeout(askForPar, AGAIN_MS);
}

function drawPar(answer) {
  const figures = byId("figures");
  const sheet = byId("par-sheet");
  sheet.classList.toggle("stale", answer.state !== "done");
  figures.classList.toggle("stale", answer.state !== "done");
  byId("edge").classList.toggle("stale", answer.state !== "done");
  write(byId("par-state"), parState(answer));
  find(document, "#par-waits").hidden = !["waiting", "counting"].includes(answer.state);
  if (answer.state === "done") {
    figures.replaceChildren(...answer.figures.map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value))));
    sheet.replaceChildren(...parsed(answer.html));
    write(byId("edge"), `Edge ${answer.figures[0][1]}`);
  } else if (answer.state === "refused" || answer.problem) {
    figures.replaceChildren();
    sheet.replaceChildren();
    write(byId("edge"), "");
  }
}

function parState(answer) {
  if (answer.problem) return sentence(answer.problem);
  switch (answer.state) {
    case "refused":
      return sentence(answer.sentence);
    case "waiting":
      return answer.ahead ? `Queued, ${answer.ahead} before you.` : "Queued.";
    case "counting":
      return `Counting, ${answer.seconds} s so far.`;
  }
  return answer.warnings.length ? `Sampled, with 99% certainty for each end. ${sentence(answer.warnings[0])}` : "Counted exactly.";
}

function showFindings(findings, all = false) {
  const list = byId("findings");
  list.replaceChildren(
    ...findings.map((one) => {
      const where = [one.wager, one.paytable, one.line].filter(Boolean).join(", ") || "the game";
      const item = make("li", { class: one.severity }, make("strong", {}, `${SEVERITY[one.severity]}: ${where}.`), ` ${one.text} `);
      item.append(make("em", {}, one.right), make("code", {}, ` ${one.code}`));
      return item;
    }),
  );
  const errors = findings.filter((one) => one.severity === "error").length;
  const done = all ? "All checks are done" : "Of the checks that need no counting";
  write(byId("lint-state"), findings.length ? `${done}: ${findings.length} ${findings.length === 1 ? "finding" : "findings"}.` : `${done}: nothing found.`);
  const mark = byId("lint-count");
  write(mark, findings.length ? String(findings.length) : "");
  mark.classList.toggle("bad", errors > 0);
}

/** Runs every check, also those that count. */
export async function runAllChecks() {
  const { draft } = shown;
  const answer = await count("lint", draft);
  if (draft !== shown.draft) return;
  if (answer.state === "waiting" || answer.state === "counting") {
    write(byId("lint-state"), answer.state === "waiting" ? "Queued." : `Checking, ${answer.seconds} s so far.`);
    setTimeout(runAllChecks, AGAIN_MS);
  } else if (answer.state === "done") showFindings(answer.findings, true);
  else write(byId("lint-state"), sentence(answer.problem ?? answer.sentence));
}

/** Shows that what is seen is of an earlier state, because the form has a mistake. */
export function showStale(stale) {
  for (const sheet of findAll(document, "[data-sheet]")) sheet.classList.toggle("behind", stale);
  const play = byId("play");
  if (stale) play.setAttribute("aria-disabled", "true");
  else play.removeAttribute("aria-disabled");
}

/** On a phone the form or the sheets are visible. */
export function wireHalves() {
  const halves = ["compose", "sheets"];
  for (const half of halves) {
    byId(`see-${half}`).addEventListener("click", () => {
      byId("halves").dataset.half = half;
      for (const each of halves) byId(`see-${each}`).setAttribute("aria-pressed", String(each === half));
    });
  }
}

/** Show one sheet, chosen by its tab. */
export function wireTabs() {
  const tabs = findAll(document, "#sheet-tabs [role=tab]");
  const choose = (tab) => {
    for (const each of tabs) {
      const chosen = each === tab;
      each.setAttribute("aria-selected", String(chosen));
      each.tabIndex = chosen ? 0 : -1;
      byId(String(each.getAttribute("aria-controls"))).hidden = !chosen;
    }
  };
  for (const [at, tab] of tabs.entries()) {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = tabs[(at + step + tabs.length) % tabs.length];
      choose(next);
      next.focus();
    });
  }
  choose(tabs[0]);
}
