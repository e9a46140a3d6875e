export { changeNumber, type NumberChange } from "./change-number.ts";
