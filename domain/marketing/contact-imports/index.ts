export { adjustedRows } from "./adjusted-rows.ts";
export { checkNextRows } from "./check-rows.ts";
export { importNextRows } from "./import-rows.ts";
export { failImport, finishReading, keepRows } from "./keep-rows.ts";
export { importPhonebook, rememberPhonebook } from "./phonebook.ts";
export { readNumbers } from "./read-numbers.ts";
export { type RejectedRow, rejectedHead, rejectedRows, rejectedToCsv } from "./rejected-rows.ts";
export { findImport, importView, latestImport } from "./require-import.ts";
export { beginImport, deleteImport, mapImport, runImport } from "./steps.ts";
