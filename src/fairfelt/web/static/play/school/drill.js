// The clock of a drill, the gauges above the felt, the pace of an act, and players who talk.
import { byId, fieldById, find, make, write } from "../../dom.js";
import { _ } from "../../words.js";

/** @import { SchoolState } from "../../types.js" */

const TICK_MS = 200;
const TALK_MS = [6_000, 12_000];
const SAID = [
  _("Can I have change for a hundred?"),
  _("That pays double, doesn’t it?"),
  _("Wait, I wanted to bet more!"),
  _("How much is the jackpot?"),
  _("Who was dealt first?"),
  _("My friend takes this seat now."),
  _("Hurry up, I have a bus to catch."),
  _("You forgot to pay me!"),
  _("Is this hand good?"),
  _("What time do you close?"),
];

/** When the drill began on this page; its time is measured by the server. */
let begun = 0;
let of = -1;
let acted = performance.now();
let talk = 0;
/** @type {SchoolState | null} */
let state = null;

/** @param {SchoolState} fresh */
export function drawClock(fresh) {
  state = fresh;
  acted = performance.now();
  const { drill, progress, marks, number } = fresh;
  if (drill && of !== number) [begun, of] = [performance.now(), number];
  byId("clock").hidden = byId("drill-gauge").hidden = !drill;
  if (drill) write(find(byId("drill-gauge"), "b"), `${drill.questions - drill.left}`);
  if (drill) write(byId("answered-words"), _("of {count}", { count: drill.questions }));
  const answers = drill ? marks.filter(({ skill }) => skill !== "chips") : [];
  const percent = drill ? Math.round((100 * answers.filter((mark) => mark.is_right).length) / Math.max(1, answers.length)) : progress.percent;
  const { demands } = progress;
  gauge("accuracy", progress.asked ? `${percent}%` : "–", _("right, goal {percent}%", { percent: demands.percent }), percent / demands.percent);
  gauge("pace", progress.asked ? _("{seconds} s", { seconds: progress.pace_s }) : "–", _("an act, goal {seconds} s", { seconds: demands.pace_s }), progress.pace_s ? demands.pace_s / progress.pace_s : 0);
  byId("hourly").hidden = Boolean(drill);
  write(find(byId("hourly"), "b"), progress.rounds_hour ? `${progress.rounds_hour}` : "–");
}

function gauge(id, value, words, share) {
  write(find(byId(id), "b"), value);
  write(find(byId(id), "span"), words);
  find(byId(id), "i").style.setProperty("--share", `${Math.max(0, Math.min(1, share)) * 100}%`);
  byId(id).classList.toggle("met", share >= 1);
}

/** @param {() => void} ended called when the time of a drill is over */
export function prepareClock(ended) {
  setInterval(() => {
    if (!state) return;
    if (state.drill) tick(state.drill.limit_s, ended);
    drawPace(state);
    talkOrNot(state);
  }, TICK_MS);
}

function tick(limit, ended) {
  const left = Math.max(0, limit - (performance.now() - begun) / 1000);
  write(byId("clock-words"), `0:${String(Math.ceil(left)).padStart(2, "0")}`.replace("0:60", "1:00"));
  byId("clock-left").style.strokeDasharray = `${(100 * left) / limit} 100`;
  byId("clock").classList.toggle("late", left <= 10);
  if (left <= 0) ended();
}

/** @param {SchoolState} now */
function drawPace({ stage, progress }) {
  const bar = byId("pace-bar");
  bar.hidden = !fieldById("keep-pace").checked || ["dealing", "done"].includes(stage);
  const share = (performance.now() - acted) / 1000 / progress.demands.pace_s;
  find(bar, "i").style.width = `${Math.max(0, 1 - share) * 100}%`;
  bar.classList.toggle("late", share >= 1);
}

// Players talk while the dealer works: nothing has to be answered, and nothing may be forgotten.
/** @param {SchoolState} now */
function talkOrNot({ stage, seats }) {
  const works = fieldById("distract").checked && !["dealing", "done"].includes(stage);
  if (!works) talk = 0;
  else if (!talk) talk = performance.now() + between(TALK_MS[0], TALK_MS[1]);
  else if (performance.now() > talk && seats.length) {
    talk = 0;
    const seat = document.querySelector(`#seats [data-seat="${seats[Math.floor(Math.random() * seats.length)].number}"]`);
    const bubble = make("p", { class: "talk", "aria-hidden": "true" }, SAID[Math.floor(Math.random() * SAID.length)]);
    seat?.append(bubble);
    setTimeout(() => bubble.remove(), 4_500);
  }
}

const between = (low, high) => low + Math.random() * (high - low);

/** The words of a drill that is over. @param {SchoolState} now */
export function drillWords({ progress }) {
  const last = progress.drills.at(-1);
  if (!last) return "";
  const alike = progress.drills.filter(({ kind }) => kind === last.kind);
  const best = Math.max(...alike.map(({ right }) => right));
  return [_("{right} of {asked} right in {seconds} s.", { right: last.right, asked: last.asked, seconds: Math.round(last.seconds) }), _("Your best: {best}.", { best })].join(" ");
}
