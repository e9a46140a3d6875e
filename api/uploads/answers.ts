import * as v from "valibot";
import { UploadState } from "../../contracts/desk/uploads.ts";
import { AnswerId, Count } from "../http/answer-values.ts";

export const UploadAnswer = v.object({
  ...UploadState.entries,
  id: AnswerId,
  offset: v.pipe(Count, v.description("Bytes: where the next part begins")),
  kind: v.pipe(UploadState.entries.kind, v.description("Null until the upload is complete")),
});
