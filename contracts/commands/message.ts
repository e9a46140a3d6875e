import * as v from "valibot";
import { MessageEdit } from "../desk/bodies/message-edit.ts";
import { DraftSend } from "../desk/drafts.ts";
import { NewForward, NewMessage, NewReaction, writtenContent } from "../desk/messages.ts";
import { ticketSteps } from "../desk/ticket-steps.ts";
import { sortKeyOf, type TicketDocument } from "../desk/tickets.ts";
import { Id } from "../id.ts";
import { type CommandRow, payloads, type Step } from "./row.ts";
import { inDocument, steppable } from "./ticket.ts";

const OnMessage = v.object({ messageId: Id, ticketId: Id });

export const messagePayloads = payloads(() => ({
  /** `draft`: the draft that it sends; it is cleared in the same transaction, so that a refused message clears none. */
  "message.send": v.object({ ...v.omit(NewMessage, ["id"]).entries, draft: v.optional(DraftSend) }),
  "message.retry": OnMessage,
  /** Fetches media from the channel: a file of the history, or one whose download failed. */
  "message.fetchMedia": OnMessage,
  "message.discard": OnMessage,
  /** Deletes for everyone, within the channel's time limit. */
  "message.delete": OnMessage,
  "message.edit": v.object({ ...MessageEdit.entries, ticketId: Id }),
  "message.react": v.object({ ...NewReaction.entries, ticketId: Id }),
  "message.forward": NewForward,
}));

type Payload<T extends keyof typeof messagePayloads> = v.InferInput<(typeof messagePayloads)[T]>;

const inThread: CommandRow<{ ticketId: string; messageId: string }> = {
  ticket: ({ ticketId }) => ticketId,
  shownIn: ["threads"],
};

export const messageCommands = {
  "message.send": {
    ticket: ({ ticketId }) => ticketId,
    shownIn: ({ draft }) => (draft ? ["tickets", "threads", "drafts"] : ["tickets", "threads"]),
    creates: "message",
    goesAlong: true,
    effects: { tickets: (ticket, payload, step) => ticket && withReply(ticket, payload, step) },
  } satisfies CommandRow<Payload<"message.send">>,
  "message.retry": inThread,
  "message.fetchMedia": inThread,
  "message.discard": inThread,
  "message.delete": inThread,
  "message.edit": {
    ticket: ({ ticketId }) => ticketId,
    shownIn: ["tickets", "threads"],
    goesAlong: true,
    effects: {
      tickets: (ticket, { messageId, body }) =>
        ticket?.lastMessage?.id === messageId ? { ...ticket, lastMessage: { ...ticket.lastMessage, body } } : ticket,
    },
  } satisfies CommandRow<Payload<"message.edit">>,
  "message.react": {
    ticket: ({ ticketId }) => ticketId,
    shownIn: ["tickets", "threads"],
    effects: { tickets: (ticket, payload) => ticket && withReaction(ticket, payload) },
  } satisfies CommandRow<Payload<"message.react">>,
  "message.forward": {
    ticket: ({ ticketId }) => ticketId,
    names: ({ contactIds }) => contactIds,
    shownIn: ["tickets", "threads"],
    goesAlong: true,
  } satisfies CommandRow<Payload<"message.forward">>,
};

/** For a message other than the last one, only the server knows the text. */
function withReaction(ticket: TicketDocument, { messageId, emoji }: Payload<"message.react">): TicketDocument {
  const { lastMessage, lastReaction } = ticket;
  if (!emoji) return lastReaction?.messageId === messageId ? { ...ticket, lastReaction: null } : ticket;
  const known = lastReaction?.messageId === messageId ? lastReaction : lastMessage?.id === messageId && lastMessage;
  if (!known) return ticket;
  const { body, mediaType } = known;
  return { ...ticket, lastReaction: { messageId, emoji, fromMe: true, body, mediaType } };
}

/** A reply moves the ticket to the top and accepts a pending one. */
function withReply(ticket: TicketDocument, payload: Payload<"message.send">, step: Step): TicketDocument {
  const accepted =
    ticket.status === "pending" ? { ...inDocument(ticketSteps.accept(steppable(ticket), step)), canAnswer: true } : {};
  const answered = { ...ticket, ...accepted, waitingSince: null };
  const isShown = ticket.lastMessage?.id === step.id;
  if (isShown || Date.parse(step.at) < Date.parse(ticket.lastMessageAt)) return answered;
  const { mediaType, body } = writtenContent(payload, step.file);
  return {
    ...answered,
    lastMessage: {
      id: step.id,
      body: body || step.file?.name || "",
      fromMe: true,
      mediaType,
      ack: 0,
      errorCode: null,
      mediaSeconds: null,
      origin: null,
      isDeleted: false,
    },
    lastWords: null,
    lastReaction: null,
    lastMessageAt: step.at,
    sortKey: sortKeyOf(step.at),
  };
}
