// A tall page: a rail of its sections, and its sections folded: on a narrow screen each, elsewhere those that are long lists. What is printed is never folded.
import { findAll, make } from "./dom.js";
import { _ } from "./words.js";

const TALL = 4; // screens
const FEWEST = 4;
const LONG = 6; // screens: such a list is looked up, not read
const narrow = matchMedia("(max-width: 44rem)");

function prepare() {
  const root = /** @type {HTMLElement | null} */ (document.querySelector("[data-contents]"));
  if (!root || root.dataset.contents === "there" || "waiting" in root.dataset) return;
  const sections = findAll(root, "section").filter((section) => section.querySelector("h2"));
  if (sections.length < FEWEST || root.scrollHeight < TALL * innerHeight) return;
  root.dataset.contents = "there";
  const folds = sections.map(folded);
  const links = sections.map((section, at) => {
    const link = make("a", { href: `#${section.id}` }, section.querySelector("h2")?.textContent ?? "");
    link.addEventListener("click", () => (folds[at].open = true));
    return make("li", {}, link);
  });
  const list = make("details", { class: "contents-list" }, make("summary", {}, _("Contents")), make("ol", {}, ...links));
  list.toggleAttribute("open", !narrow.matches);
  root.prepend(make("nav", { class: "contents", "aria-label": _("Contents") }, list));
  root.classList.add("with-contents");
  markPlace(sections, links);
  const target = sections.findIndex(({ id }) => location.hash === `#${id}`);
  if (target >= 0) {
    folds[target].open = true;
    sections[target].scrollIntoView();
  }
  addEventListener("beforeprint", () => folds.forEach((fold) => (fold.open = true)));
}

/** @param {HTMLElement} section @param {number} at @returns {HTMLDetailsElement} */
function folded(section, at) {
  section.id ||= `section-${at + 1}`;
  const title = /** @type {HTMLElement} */ (section.querySelector("h2"));
  const isLong = section.offsetHeight > LONG * innerHeight;
  const fold = /** @type {HTMLDetailsElement} */ (make("details", { class: "fold" }, make("summary", {}, title), ...section.childNodes));
  section.append(fold);
  fold.open = at === 0 || (!narrow.matches && !isLong);
  return fold;
}

// The section that is read is marked in the rail.
function markPlace(sections, links) {
  const seen = new Set();
  const watch = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) seen[isIntersecting ? "add" : "delete"](target);
      const first = sections.findIndex((section) => seen.has(section));
      links.forEach((link, at) => link.firstElementChild.toggleAttribute("aria-current", at === first));
    },
    { rootMargin: "-10% 0px -60% 0px" },
  );
  for (const section of sections) watch.observe(section);
}

prepare();
addEventListener("replaced", prepare);
