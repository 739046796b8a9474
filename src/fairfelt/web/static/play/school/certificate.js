// The score by skill, the level it comes to, and what the next one asks for.
import { byId, make, write } from "../../dom.js";
import { _ } from "../../words.js";

/** @import { SchoolState } from "../../types.js" */

export const SKILLS = {
  lammers: _("Lock-ups and lammers"),
  dealing: _("Dealing in order"),
  drawing: _("Drawing by the rules"),
  "house way": _("Setting the house way"),
  reading: _("Announcing hands"),
  order: _("Order of the seats"),
  settling: _("Settling and paying"),
  chips: _("Cutting chips"),
  envy: _("Envy"),
  incidents: _("Misdeals and foul hands"),
};
export const LEVELS = { Trainee: _("Trainee"), "Break-in dealer": _("Break-in dealer"), Dealer: _("Dealer"), "Dual-rate dealer": _("Dual-rate dealer") };

/** @param {SchoolState} state */
export function drawProgress({ progress }) {
  const { right, asked, percent, pace_s, skills, weak, level, next, certified } = progress;
  write(byId("level"), LEVELS[level]);
  const score = _("{right} of {asked} right ({percent}%), {pace} s for each", { right, asked, percent, pace: pace_s });
  write(byId("score"), asked ? score : _("Deal a round: lock up, deal, announce, settle from your right to your left, and pay from the rack. Every act is marked."));
  const rows = (parent) => parent.replaceChildren(...skills.map(skillRow));
  rows(byId("skills"));
  rows(byId("certified-skills"));
  write(byId("next-level"), [next ? nextWords(next) : "", weak.length ? _("Train first: {skills}.", { skills: weak.map((skill) => SKILLS[skill]).join(", ") }) : ""].filter(Boolean).join(" "));
  byId("print-certificate").hidden = !certified;
  write(byId("certified-level"), LEVELS[level]);
  write(byId("certified-score"), score);
}

function skillRow({ skill, right, asked, pace_s }) {
  const meter = make("meter", { min: 0, max: asked, value: right, low: asked * 0.75, high: asked * 0.9, optimum: asked, "aria-hidden": "true" });
  return make("div", {}, make("dt", {}, SKILLS[skill]), make("dd", {}, meter, _("{right} of {asked}", { right, asked }), make("small", {}, ` · ${pace_s} s`)));
}

function nextWords({ name, calls, percent, pace_s }) {
  const asked = { level: LEVELS[name], calls, percent, pace: pace_s };
  if (!pace_s) return _("{level}: {calls} calls, {percent}% right, and no skill below 75%.", asked);
  return _("{level}: {calls} calls, {percent}% right, at most {pace} s for each, and no skill below 75%.", asked);
}
