// What a visitor likes, kept in the browser: colours, animation, how the coach speaks, how many play.
const KEY = "fairfelt-table";

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

// Each control on the page takes its value from there and keeps it there.
export function keepSettings(root, ids, changed = () => {}) {
  const kept = read();
  for (const id of ids) {
    const control = document.getElementById(id);
    const property = control.type === "checkbox" ? "checked" : "value";
    if (id in kept) control[property] = kept[id];
    if (property === "value" && !control.value) control.value = control.options[0].value;
    control.addEventListener("change", () => {
      localStorage.setItem(KEY, JSON.stringify({ ...read(), [id]: control[property] }));
      look(root);
      changed();
    });
  }
  look(root);
}

function look(root) {
  root.classList.toggle("four-colours", document.getElementById("four-colour").checked);
  root.classList.toggle("moving", document.getElementById("motion").checked);
}
