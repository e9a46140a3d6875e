export { draftDocuments } from "./draft-documents.ts";
export { markDraftSent } from "./mark-draft-sent.ts";
export { saveDraft } from "./save-draft.ts";
