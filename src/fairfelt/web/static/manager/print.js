// Opens the print dialog: at once for a copy that was just recorded, and again whenever somebody asks.
import { byId } from "../dom.js";

const button = byId("print");
button.addEventListener("click", () => window.print());
if ("now" in button.dataset) {
  delete button.dataset.now;
  history.replaceState(null, "", location.pathname);
  window.print();
}
