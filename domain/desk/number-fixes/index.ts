export { fixNumber } from "./fix-number.ts";
export { misreadNumbers } from "./misread-numbers.ts";
export { undoFix } from "./undo-fix.ts";
