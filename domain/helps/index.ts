export { type Help, listHelps } from "./list-helps.ts";
