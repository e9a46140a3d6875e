import * as v from "valibot";
import { apiSend } from "../../../session/api-fetch.ts";

const Merged = v.object({ mergeId: v.nullable(v.string()) });
const Merges = v.object({
  merges: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      number: v.string(),
      at: v.string(),
      user: v.nullable(v.object({ id: v.string(), name: v.string() })),
      canUndo: v.boolean(),
    }),
  ),
});

export const readMerges = (answer: unknown) => v.parse(Merges, answer).merges;
export type Merge = ReturnType<typeof readMerges>[number];

export const mergeCalls = {
  /** Merges two contacts; name and number of the first stay. Returns the id to undo the merge with, or null. */
  async merge(leadingId: string, otherId: string): Promise<string | null> {
    const answer = await apiSend("POST", `/contacts/${leadingId}/merge`, { contactId: otherId });
    return v.parse(Merged, await answer.json()).mergeId;
  },
  undo: (mergeId: string) => apiSend("DELETE", `/contacts/merges/${mergeId}`),
};
