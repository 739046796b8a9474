// The score by skill, the level it comes to, and a certificate to print once enough calls were right.
import { byId, fieldById, make, plural, write } from "../../dom.js";

/** @import { SchoolState } from "../../types.js" */

// What a level asks for: so many calls, and so many of a hundred right.
const LEVELS = [
  { name: "Trainee", asked: 0, percent: 0 },
  { name: "Break-in dealer", asked: 20, percent: 80 },
  { name: "Dealer", asked: 40, percent: 90 },
  { name: "Dual-rate dealer", asked: 80, percent: 95 },
];
const CERTIFIED = 2;

const reached = ({ right, asked }) => LEVELS.findLastIndex((level) => asked >= level.asked && 100 * right >= level.percent * asked);

/** @param {SchoolState} state */
export function drawCertificate({ score, skills }) {
  const level = reached(score);
  const next = LEVELS[level + 1];
  write(byId("level"), `Level: ${LEVELS[level].name}.${next ? ` ${next.name} from ${plural(next.asked, "call")}, ${next.percent}% right.` : ""}`);
  const rows = (parent) => parent.replaceChildren(...skills.map(({ skill, right, asked }) => make("div", {}, make("dt", {}, skill), make("dd", {}, `${right} of ${asked}`))));
  rows(byId("skills"));
  rows(byId("certified-skills"));
  byId("certificate-form").hidden = level < CERTIFIED;
  write(byId("certified-level"), LEVELS[level].name);
  write(byId("certified-score"), `${score.right} of ${score.asked} calls right (${Math.floor((100 * score.right) / (score.asked || 1))}%)`);
}

export function prepareCertificate() {
  byId("certificate-form").addEventListener("submit", (event) => {
    event.preventDefault();
    write(byId("certified-name"), fieldById("dealer-name").value.trim());
    write(byId("certified-on"), new Date().toLocaleDateString("en-US", { dateStyle: "long" }));
    print();
  });
}
