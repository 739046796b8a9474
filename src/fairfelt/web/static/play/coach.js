// The coach: what each choice is worth before it is made, and what a mistake has cost.
import { make } from "./drawing.js";

export function drawCoach(place, state, { mode, unit, decisions: count }) {
  const { coach, decisions } = state;
  const content = [];
  if (mode === "off") content.push(make("p", { class: "small" }, "The coach is silent; table settings wake it."));
  else {
    if (coach.state === "none") content.push(make("p", {}, coach.why));
    if (coach.state === "waiting")
      content.push(
        make("p", { class: "waiting" }, make("span", { class: "turning", "aria-hidden": "true" }),
          `Counting every deal${coach.seconds ? `, for ${coach.seconds} s` : ""}: until then the coach cannot help.`),
      );
    content.push(...decisions.map((made) => verdict(made, unit)));
    if (!Number(count)) content.splice(0, content.length, make("p", {}, "There is nothing to decide in this game once the bets are down."));
    else if (coach.state === "ready") content.push(...ready(state, mode, unit));
  }
  place.replaceChildren(...content);
}

function ready({ coach, phase, street, decisions }, mode, unit) {
  if (coach.values.length && mode === "before")
    return [make("p", { class: "small" }, `${street}: what each choice is worth, in ${unit}s, exactly counted.`), values(coach.values)];
  if (coach.values.length) return [make("p", {}, "Your choice; the coach speaks afterwards.")];
  if (phase === "betting") return [make("p", {}, "Place your bets. When you have to decide, the exact value of every choice is here.")];
  return decisions.length ? [] : [make("p", {}, "There was nothing for you to decide.")];
}

function values(list) {
  const worth = list.map((row) => Number(row.value));
  const [low, high] = [Math.min(...worth, -1), Math.max(...worth, 0)];
  const rows = list.map((row, at) => {
    const share = make("i");
    share.style.width = `${Math.max(2, (100 * (worth[at] - low)) / (high - low))}%`;
    const note = row.best ? "best" : `costs ${row.cost}`;
    return make("li", { class: row.best ? "best" : "", title: `exactly ${row.exact}` },
      make("span", {}, `${capital(row.choice)} · ${note}`), make("b", {}, row.value),
      make("span", { class: "bar-of", "aria-hidden": "true" }, share));
  });
  return make("ul", { class: "values" }, ...rows);
}

function verdict({ street, choice, best, cost, mistake }, unit) {
  if (cost === null) return make("p", { class: "small" }, `${street}: ${choice}. Nobody has counted what else it could have been.`);
  const words = mistake
    ? `${street}: “${choice}” costs ${cost} ${unit}s. “${capital(best)}” was better.`
    : `${street}: “${choice}” was the best choice.`;
  return make("p", { class: `verdict ${mistake ? "bad" : "good"}` }, words);
}

export function capital(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function drawStrategy(place, { coach }) {
  if (coach.state !== "ready") return place.replaceChildren(make("p", {}, "There is none yet: it comes with the coach."));
  if (!coach.strategy.length)
    return place.replaceChildren(make("p", {}, "No strategy short enough to remember is known for this game. The coach knows every hand."));
  const rules = coach.strategy.map((rule) => make("p", {}, make("strong", {}, `${rule.street}: `), `${rule.words}.`));
  place.replaceChildren(...rules);
}

export function drawSession(place, { tally, others, players }, decisions) {
  const rows = [["Rounds", tally.rounds], ["Bet in all", tally.staked], ["Won or lost", tally.net]];
  if (tally.counted) {
    rows.push(["To be expected", `${tally.expected} (± ${tally.deviation})`]);
    if (tally.counted < tally.rounds) rows.push([`Result of the ${tally.counted} rounds counted`, tally.counted_net]);
    rows.push(["Mistakes", `${tally.mistakes} of ${tally.decisions} choices`], ["What they cost", tally.cost]);
  }
  if (players > 1 && decisions) rows.push(["The others play", others === "exact" ? "the best strategy" : "on with the smallest bet"]);
  place.replaceChildren(...rows.map(([what, value]) => make("div", {}, make("dt", {}, what), make("dd", {}, `${value}`))));
}
