import { Hono, type MiddlewareHandler } from "hono";
import { uuidv7 } from "uuidv7";
import * as v from "valibot";
import { Body, Emoji, type MessageRow } from "../../contracts/desk/messages.ts";
import { inParallel, sendLast } from "../../db/index.ts";
import {
  deleteMessage,
  editMessage,
  listMedia,
  listMessages,
  listNotDelivered,
  listVersions,
  messageRows,
  reactToMessage,
  sendMessage,
  unreadAmong,
} from "../../domain/desk/messages/index.ts";
import { listQueues } from "../../domain/desk/queues/index.ts";
import { quickMessagesInBrackets } from "../../domain/desk/quick-messages/index.ts";
import {
  becomesRead,
  loadTicketView,
  markTicketRead,
  requireTicketHead,
  type TicketHead,
} from "../../domain/desk/tickets/index.ts";
import type { Context } from "../../domain/ground/context.ts";
import { derivedId } from "../../domain/ground/derived-id.ts";
import type { FileStore } from "../../outside/file-store/index.ts";
import { IdAnswer } from "../http/answer-values.ts";
import type { AppEnv, Scope } from "../http/app-env.ts";
import { PageFromNewest, PageNumber } from "../http/query.ts";
import { describe } from "../http/reference/describe.ts";
import { idOr, validated } from "../http/validate.ts";
import { type AddressOptions, mediaAddresses } from "../media/media-address.ts";
import { readMedias, storeReceived } from "../uploads/received-files.ts";
import {
  EditedAnswer,
  MediaPageAnswer,
  MessagePageAnswer,
  NotDeliveredAnswer,
  ReactionsAnswer,
  SentAnswer,
  VersionsAnswer,
} from "./answers.ts";
import { type MessageNames, messageToWire, NewMessageWire } from "./wire.ts";

const PAGE_SIZE = 20;

type Deps = { fileStore: FileStore; signedIn: MiddlewareHandler<AppEnv>; address: AddressOptions };

export function messageRoutes(deps: Deps) {
  return new Hono<AppEnv>()
    .route("/", readingRoutes(deps))
    .route("/", sendingRoutes(deps))
    .route("/", changingRoutes(deps));
}

function readingRoutes({ signedIn, address }: Deps) {
  return new Hono<AppEnv>()
    .get(
      "/messages/not-delivered",
      describe("messages", "List your messages that failed to send, newest first (20 per page)", {
        200: NotDeliveredAnswer,
      }),
      signedIn,
      validated("query", v.object({ pageNumber: PageNumber })),
      async (c) => {
        const { pageNumber: page } = c.req.valid("query");
        const { messages, hasMore } = await c.var.read((ctx) => listNotDelivered(ctx, { page }));
        const answer = messages.map(({ contactName, ...message }) => ({ ...message, contact: { name: contactName } }));
        return c.json({ messages: answer, hasMore });
      },
    )
    .get(
      "/messages/:ticketId",
      describe(
        "messages",
        "List a ticket's messages in ascending order (20 per page; page 1 is the newest); page 1 marks the ticket as read when it is yours, or nobody's and you may answer it",
        { 200: MessagePageAnswer },
      ),
      signedIn,
      validated("query", v.object({ pageNumber: PageFromNewest })),
      async (c) => {
        const ticketId = idOr("ERR_NO_TICKET_FOUND", c.req.param("ticketId"));
        const { pageNumber } = c.req.valid("query");
        // Clients of this family have no other call to mark a ticket as read. A cookie alone changes nothing: the
        // bearer is required.
        const mayOpen = pageNumber === 1 && c.req.header("Authorization") !== undefined;
        const { rows, hasMore, names, isOpened, unread } = await c.var.read(async (ctx) => {
          const {
            ticket,
            messages: rows,
            hasMore,
          } = await listMessages(ctx, ticketId, { page: pageNumber }, PAGE_SIZE);
          const names = await namesOf(ticket, rows, () => listQueues(ctx));
          const isOpened = mayOpen && becomesRead(ctx.actor, ticket);
          return { rows, hasMore, names, isOpened, unread: isOpened ? noneUnread : await unreadOf(ctx, ticket, rows) };
        });
        if (isOpened) await c.var.act((ctx) => markTicketRead(ctx, ticketId));
        const addressOf = mediaAddresses(c, address);
        const messages = rows.map((row) => messageToWire(row, names, addressOf, unread.has(row.id)));
        return c.json({ messages, hasMore, count: messages.length });
      },
    )
    .get(
      "/messages/:ticketId/media",
      describe("messages", "List the pictures, videos and documents of a ticket, newest first (20 per page)", {
        200: MediaPageAnswer,
      }),
      signedIn,
      validated("query", v.object({ pageNumber: PageNumber })),
      async (c) => {
        const ticketId = idOr("ERR_NO_TICKET_FOUND", c.req.param("ticketId"));
        const { pageNumber: page } = c.req.valid("query");
        const { rows, hasMore, names, unread } = await c.var.read(async (ctx) => {
          const ticket = await loadTicketView(ctx, ticketId);
          const { messages: rows, hasMore } = await listMedia(ctx, ticketId, { page, limit: PAGE_SIZE });
          const names = await namesOf(ticket, rows, () => listQueues(ctx));
          return { rows, hasMore, names, unread: await unreadOf(ctx, ticket, rows) };
        });
        const addressOf = mediaAddresses(c, address);
        const messages = rows.map((row) => messageToWire(row, names, addressOf, unread.has(row.id)));
        return c.json({ messages, hasMore });
      },
    )
    .get(
      "/messages/:id/versions",
      describe("messages", "List the earlier texts of an edited or deleted message, oldest first", {
        200: VersionsAnswer,
      }),
      signedIn,
      async (c) => {
        const id = idOr("ERR_NO_MESSAGE_FOUND", c.req.param("id"));
        return c.json({ versions: await c.var.read((ctx) => listVersions(ctx, id)) });
      },
    );
}

function sendingRoutes({ fileStore, signedIn, address }: Deps) {
  return new Hono<AppEnv>().post(
    "/messages/:ticketId",
    describe(
      "messages",
      "Send a text (JSON `body`; `[shortcode]` of a quick message with a file in it sends that file with the body as its caption), contacts (`contacts`: [{name, number}]), a location (`location`: {latitude, longitude, name, address}) or files (multipart: `medias`, with one `body` per file)",
      { 200: SentAnswer },
    ),
    signedIn,
    async (c, next) => {
      const contentType = c.req.header("Content-Type") ?? "";
      if (!contentType.startsWith("multipart/form-data")) return next();
      const ticketId = idOr("ERR_NO_TICKET_FOUND", c.req.param("ticketId"));
      const files = await readMedias(c);
      const sent = await c.var.act(async (ctx) => {
        const ticket = await requireTicketHead(ctx, ticketId);
        const ids: string[] = [];
        for (const file of files) {
          await storeReceived(ctx, fileStore, file);
          const message = {
            ...newMessage(ticketId),
            id: uuidv7(),
            fileId: file.id,
            body: file.body,
            isVoice: isRecording(file.name),
          };
          ids.push((await sendMessage(ctx, message)).id);
        }
        return { ticket, rows: await sendLast(ctx.db, () => messageRows(ctx, ids)) };
      });
      const addressOf = mediaAddresses(c, address);
      const [rows, names] = await namedRows(c.var.read, sent);
      return c.json({ messages: rows.map((row) => messageToWire(row, names, addressOf)) });
    },
    validated("json", NewMessageWire),
    async (c) => {
      const ticketId = idOr("ERR_NO_TICKET_FOUND", c.req.param("ticketId"));
      const { id = uuidv7(), ...content } = c.req.valid("json");
      const sent = await c.var.act(async (ctx) => {
        const quick = content.fileId ? null : await quickMessagesInBrackets(ctx, content.body);
        const [first, ...others] = quick ?? [{}];
        const [ticket] = await inParallel([
          requireTicketHead(ctx, ticketId),
          sendMessage(ctx, { ...newMessage(ticketId), ...content, ...first, id }),
        ]);
        for (const [at, other] of others.entries())
          await sendMessage(ctx, { ...newMessage(ticketId), ...other, id: derivedId(`${id} file ${at + 2}`) });
        return { ticket, rows: await sendLast(ctx.db, () => messageRows(ctx, [id])) };
      });
      const [rows, names] = await namedRows(c.var.read, sent);
      const [message] = rows.map((row) => messageToWire(row, names, mediaAddresses(c, address)));
      return c.json(message ?? { id });
    },
  );
}

function changingRoutes({ signedIn }: Deps) {
  return new Hono<AppEnv>()
    .put(
      "/messages/:id",
      describe("messages", "Edit one of your messages within 15 minutes of sending", { 200: EditedAnswer }),
      signedIn,
      validated("json", v.object({ body: Body })),
      async (c) => {
        const id = idOr("ERR_NO_MESSAGE_FOUND", c.req.param("id"));
        const { body } = c.req.valid("json");
        const [row] = await c.var.act(async (ctx) => {
          await editMessage(ctx, { messageId: id, body });
          return messageRows(ctx, [id]);
        });
        return c.json({ id, body: row?.body ?? body, isEdited: row?.editedAt != null });
      },
    )
    .put(
      "/messages/:id/reaction",
      describe("messages", "React to a message with an emoji; an empty string removes the reaction", {
        200: ReactionsAnswer,
      }),
      signedIn,
      validated("json", v.object({ emoji: Emoji })),
      async (c) => {
        const id = idOr("ERR_NO_MESSAGE_FOUND", c.req.param("id"));
        const { emoji } = c.req.valid("json");
        const [row] = await c.var.act(async (ctx) => {
          await reactToMessage(ctx, { messageId: id, emoji });
          return messageRows(ctx, [id]);
        });
        return c.json({ id, reactions: row?.reactions ?? [] });
      },
    )
    .delete(
      "/messages/:id",
      describe("messages", "Delete one of your messages for everyone", { 200: IdAnswer }),
      signedIn,
      async (c) => {
        const id = idOr("ERR_NO_MESSAGE_FOUND", c.req.param("id"));
        await c.var.act((ctx) => deleteMessage(ctx, id));
        return c.json({ id });
      },
    );
}

const newMessage = (ticketId: string) => ({ ticketId, quotedId: null, fileId: null, seenMessageId: null, body: "" });
/** Clients of this family give voice recordings of the browser this name. */
const isRecording = (name: string) => name.startsWith("audio-record-site-");

type NamedTicket = Pick<TicketHead, "contact" | "queue" | "queueId">;

/** Messages that were just sent; their rows are known after the commit. */
type SentMessages = { ticket: NamedTicket; rows: { result: Promise<MessageRow[]> } };

async function namedRows(read: Scope, { ticket, rows }: SentMessages) {
  const known = await rows.result;
  return [known, await namesOf(ticket, known, () => read(listQueues))] as const;
}

const noneUnread: ReadonlySet<string> = new Set();

/** Returns which rows are unread: none, without a statement, of a ticket without unread messages. */
async function unreadOf(
  ctx: Context,
  { unreadMessages }: { unreadMessages: number },
  rows: readonly MessageRow[],
): Promise<ReadonlySet<string>> {
  if (unreadMessages === 0) return noneUnread;
  return unreadAmong(
    ctx,
    rows.filter((row) => !row.fromMe).map((row) => row.id),
  );
}

/**
 * Loads the names of all queues only when a message belongs to another queue than the ticket's present one, which is
 * rare.
 */
async function namesOf(
  ticket: NamedTicket,
  rows: readonly MessageRow[],
  allQueues: () => ReturnType<typeof listQueues>,
): Promise<MessageNames> {
  const isForeign = rows.some(({ queueId }) => queueId !== null && queueId !== ticket.queueId);
  const queues = isForeign ? await allQueues() : ticket.queue ? [ticket.queue] : [];
  return {
    contactName: ticket.contact.name,
    queues: new Map(queues.map(({ id, name, color }) => [id, { id, name, color }])),
  };
}
