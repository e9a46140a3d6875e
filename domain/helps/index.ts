export { listHelps } from "./list-helps.ts";
