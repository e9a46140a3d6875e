import type { CollectionName } from "../../contracts/sync.ts";
import { contacts } from "./contacts.ts";
import { drafts } from "./drafts.ts";
import { quickMessages } from "./quick-messages.ts";
import { refs } from "./refs.ts";
import { schedules } from "./schedules.ts";
import type { Source } from "./source.ts";
import { threads } from "./threads.ts";
import { tickets } from "./tickets.ts";

export { ticketScopeOf } from "./changed-tickets.ts";
export type { Document } from "./source.ts";
export { wholeThreads } from "./threads.ts";

export const sources: Record<CollectionName, Source> = {
  tickets,
  threads,
  contacts,
  quickMessages,
  schedules,
  refs,
  drafts,
};
