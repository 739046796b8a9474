// Tables are put on the map by dragging or with the arrow keys; the fields under the map are what is sent.
import { byId, fieldById, find, findAll, write } from "../dom.js";

const map = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (find(document, ".whole-map .floor-map")));
const square = Number(map?.dataset.square);
const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const fieldsOf = (table) => ["column", "row"].map((part) => fieldById(`${part}-${table.dataset.place}`));

function limits() {
  return [map.viewBox.baseVal.width / square, map.viewBox.baseVal.height / square];
}

// Where a table is by the fields; what is no number there counts as the first.
function spotOf(table) {
  return fieldsOf(table).map(({ value }) => Math.max(1, Number.parseInt(value, 10) || 1));
}

function isTaken(table, [column, row]) {
  return findAll(map, ".map-table").some((other) => other !== table && spotOf(other).join() === `${column},${row}`);
}

function draw(table) {
  const [column, row] = spotOf(table);
  table.setAttribute("transform", `translate(${(column - 1) * square} ${(row - 1) * square})`);
  const [name] = (table.getAttribute("aria-label") ?? "").split(": column");
  table.setAttribute("aria-label", `${name}: column ${column}, row ${row}`);
}

function place(table, spot) {
  const inside = spot.map((at, axis) => Math.min(Math.max(at, 1), limits()[axis]));
  if (isTaken(table, inside)) {
    write(byId("map-said"), `Column ${inside[0]}, row ${inside[1]} is taken.`);
    draw(table);
    return;
  }
  for (const [axis, field] of fieldsOf(table).entries()) field.value = String(inside[axis]);
  draw(table);
  write(byId("map-said"), `${table.dataset.map}: column ${inside[0]}, row ${inside[1]}. Not saved yet.`);
}

function pointAt(event) {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM()?.inverse());
  return [at.x, at.y];
}

function drag(table, event) {
  const [x, y] = pointAt(event);
  const [column, row] = spotOf(table);
  const grip = [x - (column - 1) * square, y - (row - 1) * square];
  table.setPointerCapture(event.pointerId);
  table.classList.add("dragged");
  const cornerAt = (moved) => pointAt(moved).map((at, axis) => at - grip[axis]);
  const move = (moved) => table.setAttribute("transform", `translate(${cornerAt(moved).join(" ")})`);
  const end = (last) => {
    table.removeEventListener("pointermove", move);
    table.classList.remove("dragged");
    if (last.type === "pointerup") place(table, cornerAt(last).map((at) => Math.round(at / square) + 1));
    else draw(table);
  };
  table.addEventListener("pointermove", move);
  for (const over of ["pointerup", "pointercancel"]) {
    table.addEventListener(over, (last) => end(last), { once: true });
  }
}

for (const table of map ? findAll(map, ".map-table") : []) {
  table.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    table.focus();
    drag(table, event);
  });
  table.addEventListener("keydown", (event) => {
    const move = MOVES[event.key];
    if (!move) return;
    event.preventDefault();
    place(table, spotOf(table).map((at, axis) => at + move[axis]));
  });
  for (const field of fieldsOf(table)) field.addEventListener("change", () => draw(table));
}
