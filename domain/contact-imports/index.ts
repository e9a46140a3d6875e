export { checkNextRows, checkRow } from "./check-rows.ts";
export { importNextRows } from "./import-rows.ts";
export { failImport, finishReading, keepRows, type SheetRow } from "./keep-rows.ts";
export { importPhonebook, type PhonebookEntry, rememberPhonebook } from "./phonebook.ts";
export { type RejectedRow, rejectedHead, rejectedRows, rejectedToCsv } from "./rejected-rows.ts";
export { findImport, importView, latestImport, requireImport } from "./require-import.ts";
export { beginImport, deleteImport, mapImport, runImport } from "./steps.ts";
