export { refDocuments } from "./ref-documents.ts";
