export { type Help, listHelps } from "./list-helps.ts";
export { changeHelp, createHelp, deleteHelp } from "./save-help.ts";
