export { draftDocuments } from "./draft-documents.ts";
export { saveDraft } from "./save-draft.ts";
