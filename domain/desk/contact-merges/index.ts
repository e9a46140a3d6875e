export { listMerges } from "./list-merges.ts";
export { mergeOnRequest } from "./merge-on-request.ts";
export { undoMerge } from "./undo-merge.ts";
