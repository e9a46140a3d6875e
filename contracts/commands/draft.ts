import type * as v from "valibot";
import { DraftSave } from "../desk/drafts.ts";
import { type CommandRow, payloads } from "./row.ts";

export const draftPayloads = payloads(() => ({ "draft.save": DraftSave }));

export const draftCommands = {
  "draft.save": { ticket: ({ ticketId }) => ticketId, shownIn: ["drafts"], isQuiet: true } satisfies CommandRow<
    v.InferInput<typeof DraftSave>
  >,
};
