export { type RefContent, refDocuments } from "./ref-documents.ts";
