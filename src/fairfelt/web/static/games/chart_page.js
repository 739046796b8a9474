// The chart of basic strategy on the strategy page.
import { drawChart } from "../play/chart.js";
import { byId } from "../dom.js";

const panel = byId("chart");
panel.replaceChildren(...drawChart(JSON.parse(panel.dataset.chart ?? "{}")));
