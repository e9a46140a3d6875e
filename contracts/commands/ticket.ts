import * as v from "valibot";
import { newTicketDocument } from "../desk/new-ticket.ts";
import { tagsAfter, tagsInLane } from "../desk/tags.ts";
import { type Steppable, ticketSteps } from "../desk/ticket-steps.ts";
import { NewTicket, type TicketDocument, TransferNote } from "../desk/tickets.ts";
import { Id } from "../id.ts";
import { type CommandRow, type Facts, payloads, type Step } from "./row.ts";

const OnTicket = v.object({ ticketId: Id });

export const ticketPayloads = payloads(() => ({
  "ticket.accept": OnTicket,
  "ticket.return": OnTicket,
  "ticket.close": OnTicket,
  "ticket.reopen": OnTicket,
  "ticket.read": OnTicket,
  "ticket.transfer": v.object({
    ticketId: Id,
    queueId: Id,
    userId: v.optional(v.nullable(Id), null),
    note: v.optional(v.nullable(TransferNote), null),
  }),
  /** Undoes the user's own transfer, of a ticket that this device may no longer have. */
  "ticket.takeBack": OnTicket,
  "ticket.delete": OnTicket,
  /** Tags to add and to remove, so that a colleague's concurrent change is kept. */
  "ticket.tag": v.object({ ticketId: Id, add: v.optional(v.array(Id), []), remove: v.optional(v.array(Id), []) }),
  /** Replaces the ticket's kanban tag; null removes it. Of two moves, the one that arrives later wins. */
  "ticket.lane": v.object({ ticketId: Id, laneId: v.nullable(Id) }),
  /** The contact's name and number are used on the device only, which may not have the contact. */
  "ticket.create": v.object({
    ...v.omit(NewTicket, ["id"]).entries,
    contactName: v.optional(v.string()),
    contactNumber: v.optional(v.string()),
  }),
}));

type Payload<T extends keyof typeof ticketPayloads> = v.InferInput<(typeof ticketPayloads)[T]>;
type EffectContext = Step & Facts["tickets"];

/** The row of a command about a ticket that exists; `change`: what it changes there; null: nothing. */
function onTicket<P extends { ticketId: string }>(
  row: Partial<CommandRow<P>>,
  change?: (ticket: TicketDocument, payload: P, step: EffectContext) => Partial<TicketDocument> | null,
): CommandRow<P> {
  return {
    ticket: ({ ticketId }) => ticketId,
    shownIn: ["tickets"],
    ...row,
    ...(change && {
      effects: {
        tickets(ticket, payload, step) {
          const changed = ticket && change(ticket, payload, step);
          return changed ? { ...ticket, ...changed } : ticket;
        },
      },
    }),
  };
}

/** The ticket as the steps know it. */
export const steppable = ({ chatbot, ...ticket }: TicketDocument): Steppable<string> => ({ ...ticket, isBot: chatbot });

/**
 * Returns the change of a step as fields of the document. A ticket that is not pending has no `lastWords`.
 */
export const inDocument = ({ isBot, ...change }: Partial<Steppable<string>>): Partial<TicketDocument> => ({
  ...change,
  ...(isBot !== undefined && { chatbot: isBot }),
  ...(change.status !== undefined && change.status !== "pending" && { lastWords: null }),
});

export const ticketCommands = {
  "ticket.accept": onTicket<Payload<"ticket.accept">>({ event: "accepted" }, (ticket, _payload, step) =>
    ticket.status === "pending"
      ? { ...inDocument(ticketSteps.accept(steppable(ticket), step)), canAnswer: true }
      : null,
  ),
  "ticket.return": onTicket<Payload<"ticket.return">>({ event: "returned" }, (ticket, _payload, step) =>
    ticket.status === "open" ? inDocument(ticketSteps.return(steppable(ticket), step)) : null,
  ),
  "ticket.close": onTicket<Payload<"ticket.close">>({ event: "closed" }, (_ticket, _payload, step) => ({
    ...inDocument(ticketSteps.close(step)),
    canReopen: true,
  })),
  "ticket.reopen": onTicket<Payload<"ticket.reopen">>({ event: "reopened" }, (ticket, _payload, step) =>
    ticket.status === "closed" ? { ...inDocument(ticketSteps.reopen(step)), canAnswer: true, canReopen: false } : null,
  ),
  "ticket.read": onTicket<Payload<"ticket.read">>(
    { isQuiet: true, isUnhurried: true },
    (ticket, _payload, { userId }) =>
      // A colleague's count is the colleague's.
      ticket.userId === null || ticket.userId === userId ? ticketSteps.read : null,
  ),
  "ticket.transfer": onTicket<Payload<"ticket.transfer">>({ event: "transferred" }, (ticket, payload, step) => {
    const { queueId, userId = null } = payload;
    return {
      ...inDocument(ticketSteps.move(steppable(ticket), step.at, { queueId, userId })),
      // The server decides who may answer it then; a ticket transferred to an agent is theirs.
      ...(userId && { canAnswer: ticket.canAnswer && userId === step.userId }),
      notes: notesWith(ticket, payload, step),
    };
  }),
  "ticket.takeBack": onTicket<Payload<"ticket.takeBack">>({ event: "transferred" }),
  "ticket.delete": onTicket<Payload<"ticket.delete">>({
    event: null,
    isLong: true,
    effects: { tickets: () => null },
  }),
  "ticket.tag": onTicket<Payload<"ticket.tag">>(
    { goesAlong: true, names: ({ add = [], remove = [] }) => [...add, ...remove] },
    ({ tagIds }, payload, { isKanban }) => ({ tagIds: tagsAfter(tagIds, payload, isKanban) }),
  ),
  "ticket.lane": onTicket<Payload<"ticket.lane">>(
    { goesAlong: true, names: ({ laneId }) => (laneId ? [laneId] : []) },
    ({ tagIds }, { laneId }, { isKanban }) => ({ tagIds: tagsInLane(tagIds, laneId, isKanban) }),
  ),
  "ticket.create": {
    ticket: (_payload, id) => id,
    needs: ({ contactId }) => [contactId],
    creates: "subject",
    staysRefused: true,
    shownIn: ["tickets"],
    event: "created",
    effects: { tickets: (ticket, payload, step) => ticket ?? createdTicket(payload, step) },
  } satisfies CommandRow<Payload<"ticket.create">>,
};

/** The notes with the one to the receiver of a transfer. */
function notesWith(
  { notes, queueId: fromQueueId }: TicketDocument,
  { queueId, userId: to = null, note }: Payload<"ticket.transfer">,
  { id, at, userId, userName }: EffectContext,
): TicketDocument["notes"] {
  const text = note?.trim();
  if (!text || notes.some((known) => known.id === id)) return notes;
  const transfer = { fromQueueId, queueId, userId: to };
  return [...notes, { id, note: text, userId, userName, createdAt: at, transfer }];
}

function createdTicket(payload: Payload<"ticket.create">, { id, at, userId, contact }: EffectContext): TicketDocument {
  const { contactId, queueId = null, connectionId = null, status = "open" } = payload;
  const { contactName = "", contactNumber = "" } = payload;
  const known = contact(contactId) ?? { name: contactName, number: contactNumber, isGroup: false, profilePicUrl: "" };
  return {
    ...newTicketDocument({ id, contactId, contactName: known.name, contactNumber: known.number }, at),
    ...{ status, queueId, connectionId, userId: status === "open" ? userId : null },
    ...{ isGroup: known.isGroup, contactPicture: known.profilePicUrl },
  };
}
