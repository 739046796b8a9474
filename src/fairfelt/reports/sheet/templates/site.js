// Search on the list of games, and pays that are priced on the page of one game. No part of it asks a server.
"use strict";

/** A fraction of two BigInts, the denominator above 0. */
function fraction(top, bottom = 1n) {
  let [a, b] = [top < 0n ? -top : top, bottom];
  while (b) [a, b] = [b, a % b];
  return { top: top / (a || 1n), bottom: bottom / (a || 1n) };
}
const read = ([top, bottom]) => fraction(BigInt(top), BigInt(bottom));
const add = (a, b) => fraction(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);
const times = (a, b) => fraction(a.top * b.top, a.bottom * b.bottom);

/** A percentage to four places, rounded half away from zero, without ever leaving integers. */
function percent({ top, bottom }) {
  const size = top < 0n ? -top : top;
  const digits = ((size * 2000000n + bottom) / (2n * bottom)).toString().padStart(5, "0");
  return `${top < 0n && /[1-9]/.test(digits) ? "-" : ""}${digits.slice(0, -4)}.${digits.slice(-4)}%`;
}

const HELP = "write 40, 3 to 2, 300 for 1, push or loses";

/** What a pay wins of one unit: 40, "3 to 2", "300 for 1", "push" or "loses". An error says what would be right. */
function netOf(text) {
  const words = text.trim().toLowerCase().replace(/,(?=\d{3}(?!\d))/g, "");
  if (/^push(es)?$/.test(words)) return fraction(0n);
  if (/^loses?$/.test(words)) return fraction(-1n);
  const odds = /^(\d{1,6})(?: +(to|for) +(\d{1,6}))?$/.exec(words);
  if (!odds) throw new Error(`“${text}” is not a pay: ${HELP}`);
  const [, many, how, one = "1"] = odds;
  if (!BigInt(one) || (how === "for" && one !== "1")) throw new Error(`“${text}” is not a pay: ${HELP}`);
  return how === "for" ? fraction(BigInt(many) - 1n) : fraction(BigInt(many), BigInt(one));
}

/** The house edge and hit frequency of a bet when its rows pay these nets. */
function price(bet, nets) {
  let result = read(bet.other);
  let hits = fraction(0n);
  bet.rows.forEach((row, at) => {
    result = add(result, times(nets[at], read(row.weight)));
    if (nets[at].top > 0n || row.fixed) hits = add(hits, read(row.chance));
  });
  return { edge: fraction(-result.top, result.bottom), hits };
}

function element(name, { text, ...values } = {}, ...inside) {
  const made = Object.assign(document.createElement(name), values);
  if (text !== undefined) made.textContent = text;
  made.append(...inside);
  return made;
}

/** The table of one bet with a field for each pay. */
function drawBet(bet) {
  const output = element("output");
  const exact = element("p", { className: "exact" });
  const error = element("p", { className: "error", role: "alert" });
  const fields = bet.rows.map((row) =>
    row.fixed ? null : element("input", { value: row.pays, ariaLabel: `${bet.name}: ${row.name} pays`, autocomplete: "off" }));
  const show = () => {
    const wrong = [];
    const nets = bet.rows.map((row, at) => {
      if (!fields[at] || fields[at].value === row.pays) {
        fields[at]?.removeAttribute("aria-invalid");
        return read(row.net);
      }
      try {
        const net = netOf(fields[at].value);
        fields[at].removeAttribute("aria-invalid");
        return net;
      } catch (problem) {
        fields[at].setAttribute("aria-invalid", "true");
        wrong.push(problem.message);
        return read(row.net);
      }
    });
    error.textContent = wrong[0] ?? "";
    const { edge, hits } = price(bet, nets);
    output.textContent = wrong.length ? "House edge: —" : `House edge ${percent(edge)}, hit frequency ${percent(hits)}`;
    exact.textContent = wrong.length ? "" : `Exact: ${edge.top}/${edge.bottom}; before changes ${percent(read(bet.edge))}`;
  };
  const undo = element("button", { type: "button", text: "Undo all changes" });
  undo.addEventListener("click", () => {
    bet.rows.forEach((row, at) => { if (fields[at]) fields[at].value = row.pays; });
    show();
  });
  const rows = bet.rows.map((row, at) =>
    element("tr", {}, element("td", { text: row.name }), element("td", {}, fields[at] ?? row.pays),
      element("td", { text: percent(read(row.chance)), className: "right" })));
  const head = element("tr", {}, ...["Outcome", "Pays", "Probability"].map((text) => element("th", { text, scope: "col" })));
  const table = element("table", { className: "few" }, element("thead", {}, head), element("tbody", {}, ...rows));
  table.addEventListener("input", show);
  show();
  return element("div", {}, output, error, table, exact, undo);
}

/** One wager: its paytables to choose from, and the chosen one to change. */
function drawWager([name, tables]) {
  const shown = element("div", {}, drawBet(tables[0]));
  const options = tables.map(({ paytable }, at) => element("option", { text: paytable, value: at }));
  const select = element("select", { ariaLabel: `${name}: paytable` }, ...options);
  select.addEventListener("change", () => shown.replaceChildren(drawBet(tables[select.value])));
  return element("section", {}, element("h3", { text: name }), ...(tables.length > 1 ? [select] : []), shown);
}

/** Open the part that the address or a link names: a closed one has nothing to jump to. */
function openNamed() {
  const part = document.getElementById(location.hash.slice(1));
  if (part?.tagName === "DETAILS") {
    part.open = true;
    part.scrollIntoView();
  }
}

const counts = document.getElementById("counts");
if (counts) {
  const wagers = new Map();
  for (const bet of JSON.parse(counts.textContent)) wagers.set(bet.name, [...(wagers.get(bet.name) ?? []), bet]);
  document.getElementById("bets").replaceChildren(...[...wagers].map(drawWager));
}
addEventListener("hashchange", openNamed);
addEventListener("beforeprint", () => document.querySelectorAll(".part").forEach((part) => { part.open = true; }));
openNamed();

const search = document.getElementById("search");
search?.addEventListener("input", () => {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const rows = [...document.querySelectorAll("#games tbody tr")];
  for (const row of rows) row.hidden = !words.every((word) => row.dataset.words.toLowerCase().includes(word));
  const left = rows.filter((row) => !row.hidden).length;
  document.getElementById("found").textContent = words.length
    ? left ? `${left} of ${rows.length} games` : "No game has these words in its name or its wagers." : "";
});
