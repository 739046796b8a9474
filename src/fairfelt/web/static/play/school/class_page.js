import { prepareClassPage } from "./class.js";

prepareClassPage();
