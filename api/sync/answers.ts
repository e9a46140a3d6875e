import * as v from "valibot";
import { CommandResult } from "../../contracts/commands/index.ts";
import { ContactDocument } from "../../contracts/desk/contacts.ts";
import { DraftDocument } from "../../contracts/desk/drafts.ts";
import { ThreadUpdate } from "../../contracts/desk/messages.ts";
import { QuickMessageDocument } from "../../contracts/desk/quick-messages.ts";
import { RefDocument } from "../../contracts/desk/refs.ts";
import { ScheduleDocument } from "../../contracts/desk/schedules.ts";
import { TicketDocument } from "../../contracts/desk/tickets.ts";
import { AnnouncementDocument } from "../../contracts/office/announcements.ts";
import { ChatDocument, ChatThreadUpdate } from "../../contracts/office/chats.ts";
import { Checkpoint, type CollectionName } from "../../contracts/sync.ts";
import { AnswerId, Count } from "../http/answer-values.ts";

const rev = v.pipe(v.nullable(Count), v.description("The revision of the changed document; null: none"));

const ResultAnswer = v.object({
  ...CommandResult.entries,
  id: v.pipe(AnswerId, v.description("The command's id")),
  rev,
  code: v.pipe(v.nullable(v.string()), v.description("The error code of a rejected command")),
  details: v.pipe(v.optional(v.unknown()), v.description("Of a rejected command: values that belong to its code")),
});

export const CommandsAnswer = v.union([
  v.pipe(
    v.object({ results: v.array(ResultAnswer) }),
    v.description("In the order of the commands; a command without a result is to be sent again"),
  ),
  v.pipe(
    v.object({ revs: v.array(rev) }),
    v.description("With `Prefer: return=minimal`, when all commands were applied: their revisions in their order"),
  ),
]);

/** The documents of each collection, as a pull answers them. */
const documents = {
  tickets: TicketDocument,
  threads: ThreadUpdate,
  contacts: ContactDocument,
  quickMessages: QuickMessageDocument,
  schedules: ScheduleDocument,
  refs: RefDocument,
  drafts: DraftDocument,
  chats: ChatDocument,
  chatThreads: ChatThreadUpdate,
  announcements: AnnouncementDocument,
} satisfies Record<CollectionName, v.GenericSchema>;

const Tombstone = v.pipe(
  v.object({ id: v.string(), _deleted: v.literal(true) }),
  v.description("The document is deleted, or you may not see it any more"),
);

const CheckpointAnswer = v.pipe(
  v.object({
    ...Checkpoint.entries,
    scope: v.pipe(v.string(), v.description("A hash of what you may see; it changes with your rights")),
    before: v.pipe(Checkpoint.entries.before, v.description("Only while `phase` is `boot`")),
  }),
  v.description("The position of the next pull, which sends it back as it is"),
);

export const PullAnswer = v.union([
  v.object({
    documents: v.pipe(
      v.array(v.union([...Object.values(documents), Tombstone])),
      v.description("Documents of the collection of the path"),
    ),
    checkpoint: CheckpointAnswer,
    hasMore: v.pipe(v.boolean(), v.description("More was available when the page was read")),
  }),
  v.pipe(
    v.object({ documents: v.array(v.union([ThreadUpdate, ChatThreadUpdate])) }),
    v.description("With `ids`: the threads that you may see"),
  ),
]);

const position = v.pipe(
  v.tuple([Count, v.nullable(v.string())]),
  v.description("A revision and its mark, by which the server recognises its own history; the mark may be null"),
);

const partOf = (document: v.GenericSchema) =>
  v.optional(
    v.object({
      documents: v.array(v.union([document, Tombstone])),
      to: v.pipe(v.optional(position), v.description("Where the part ends, if not at the `to` of the whole answer")),
      refused: v.pipe(
        v.optional(v.literal("ERR_CHECKPOINT_TOO_OLD")),
        v.description("The position is not in the log: the collection has to be pulled from its beginning"),
      ),
    }),
  );

export const ChangesAnswer = v.object({
  scope: v.pipe(v.string(), v.description("A hash of what you may see")),
  to: v.pipe(position, v.description("Where the answer ends: the next position in each collection")),
  parts: v.pipe(
    v.object(Object.fromEntries(Object.entries(documents).map(([name, document]) => [name, partOf(document)]))),
    v.description("A requested collection without a part has no changes"),
  ),
});
