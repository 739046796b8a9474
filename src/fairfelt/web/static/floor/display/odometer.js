// An amount as the digits of an odometer. All cells are there from the start; those that are not needed are hidden.
import { findAll } from "../../dom.js";

const DIGIT_WIDE = 0.74; // in units of the height, as the style has it
const SIGN_WIDE = 0.34;
const DIGITS = "0\n1\n2\n3\n4\n5\n6\n7\n8\n9";

/** Gives what writes an amount, and how wide it is in units of its height. @param {HTMLElement} element */
export function odometer(element) {
  const cells = findAll(element, ".cell");
  for (const cell of cells) /** @type {HTMLElement} */ (cell.firstElementChild).textContent = DIGITS;

  return function show(words) {
    let wide = 0;
    cells.forEach((cell, at) => {
      const sign = words[at];
      cell.hidden = sign === undefined;
      if (sign === undefined) return;
      const isDigit = sign >= "0" && sign <= "9";
      wide += isDigit ? DIGIT_WIDE : SIGN_WIDE;
      cell.classList.toggle("sign", !isDigit);
      if (cell.dataset.sign !== sign) cell.dataset.sign = sign;
      if (isDigit) cell.style.setProperty("--digit", sign);
    });
    return wide;
  };
}
