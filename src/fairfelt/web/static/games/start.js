// The hand on the start page: a round of the practice table, dealt at once, with the exact value of every choice.
import { byId, capital, make } from "../dom.js";
import { drawHands } from "../play/cards.js";
import { showProblem, tableServer } from "../play/server.js";
import { _ } from "../words.js";

/** @import { PracticeState, Problem } from "../types.js" */

const PAUSE_MS = 1500;
const STAKE = "10";
const root = byId("try");
const server = tableServer(root);
/** @type {PracticeState} */
let state;

/** @param {{ state?: PracticeState, problem?: Problem }} answer */
function show({ state: fresh, problem }) {
  showProblem(byId("problem"), problem);
  if (!fresh) return;
  state = fresh;
  const me = state.seats.find((seat) => seat.you);
  drawHands(byId("dealer"), state.dealer.hands);
  drawHands(byId("hand"), me?.hands ?? []);
  byId("choices").replaceChildren(...(state.choices.length ? state.choices.map(choiceButton) : [dealButton()]));
  byId("words").textContent = state.choices.length ? whileDeciding() : afterwards(me?.net ?? "");
}

const valueOf = (choice) => state.coach.values?.find((row) => row.choice === choice);

function choiceButton({ name }) {
  const value = valueOf(name);
  const button = make("button", { type: "button", class: value?.best ? "choice best" : "choice" }, capital(_(name)));
  if (value) button.append(make("small", {}, `${value.value}${value.best ? " ★" : ""}`));
  button.addEventListener("click", () => move("choose", { choice: name }));
  return button;
}

function dealButton() {
  const button = make("button", { type: "button", class: "main" }, _("Deal"));
  button.addEventListener("click", deal);
  return button;
}

function whileDeciding() {
  const best = state.coach.values?.find((row) => row.best);
  if (!best) return _("Calculating every deal: until then the coach cannot help.");
  return `${capital(_(best.choice))}: ${_("exactly {value}", { value: best.exact })}`;
}

function afterwards(net) {
  const words = state.decisions.map(({ choice, best, cost, mistake }) =>
    mistake ? _("“{choice}” costs {cost} units. “{best}” was better.", { choice: capital(_(choice)), cost, best: capital(_(best)) }) : _("“{choice}” was the best choice.", { choice: capital(_(choice)) }),
  );
  return [...words, net].filter(Boolean).join(" · ");
}

async function move(name, fields = {}) {
  const answer = await server.move(name, { version: state.version, ...fields });
  const isAtHand = byId("choices").contains(document.activeElement);
  show(answer);
  if (isAtHand) byId("choices").querySelector("button")?.focus({ preventScroll: true });
  return !answer.problem;
}

async function deal() {
  if (state.phase === "settled" && !(await move("clear"))) return;
  await move("deal", { bets: { [root.dataset.bet ?? ""]: STAKE }, players: 1 });
}

// Who never sat here finds cards; who did, the round as it was left.
async function look() {
  const isFirst = !state;
  show(await server.look());
  if (isFirst && state?.phase === "betting" && !Object.keys(state.bets).length) await deal();
  if (!state || state.coach.state === "waiting") setTimeout(look, PAUSE_MS);
}

look();
