export { forgetFiles } from "./forget-files.ts";
export { isUsed } from "./is-used.ts";
