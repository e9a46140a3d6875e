import { type Context as Call, Hono, type MiddlewareHandler } from "hono";
import * as v from "valibot";
import { DomainError } from "../../contracts/domain-error.ts";
import { Id } from "../../contracts/id.ts";
import {
  chatMessageRows,
  createChat,
  deleteChat,
  getChat,
  listChatMessages,
  listChats,
  readChat,
  sendChatMessage,
  setChat,
} from "../../domain/office/chats/index.ts";
import { IdAnswer } from "../http/answer-values.ts";
import type { AppEnv } from "../http/app-env.ts";
import { PageFromNewest, PageNumber, searchFor } from "../http/query.ts";
import { describe } from "../http/reference/describe.ts";
import { idOr, validated } from "../http/validate.ts";
import { type AddressOptions, mediaAddresses } from "../media/media-address.ts";
import { ChatAnswer, ChatMessageAnswer, ChatMessagePageAnswer, ChatPageAnswer } from "./answers.ts";
import { ChatChangeWire, chatMessageToWire, chatToWire, NewChatMessageWire, NewChatWire } from "./wire.ts";

type Deps = { signedIn: MiddlewareHandler<AppEnv>; address: AddressOptions };

const ChatQuery = v.object({
  searchParam: searchFor("Words of the title or of members' names"),
  pageNumber: PageNumber,
});

/** A chat that does not exist and one without you get the same answer. */
const idOf = (c: Call<AppEnv>) => idOr("UNAUTHORIZED", c.req.param("id"));

export function chatRoutes(deps: Deps) {
  return new Hono<AppEnv>().route("/", chatsRoutes(deps)).route("/", chatMessageRoutes(deps));
}

function chatsRoutes({ signedIn }: Deps) {
  return new Hono<AppEnv>()
    .get(
      "/chats",
      describe(
        "chat",
        "List your internal chats, newest first (20 per page); `searchParam`: words of title or members",
        { 200: ChatPageAnswer },
      ),
      signedIn,
      validated("query", ChatQuery),
      async (c) => {
        const { searchParam: search, pageNumber: page } = c.req.valid("query");
        const { chats, hasMore } = await c.var.read((ctx) => listChats(ctx, { search, page }));
        return c.json({ records: chats.map(chatToWire), hasMore });
      },
    )
    .post(
      "/chats",
      describe("chat", "Create an internal chat with other users (admins); you are its owner and a member", {
        200: ChatAnswer,
      }),
      signedIn,
      validated("json", NewChatWire),
      async (c) =>
        c.json(
          chatToWire(await c.var.act(async (ctx) => getChat(ctx, (await createChat(ctx, c.req.valid("json"))).id))),
        ),
    )
    .put(
      "/chats/:id",
      describe("chat", "Set the title and the members of your own chat; the owner stays a member", { 200: ChatAnswer }),
      signedIn,
      validated("json", ChatChangeWire),
      async (c) => {
        const id = idOf(c);
        return c.json(
          chatToWire(
            await c.var.act(async (ctx) => {
              await setChat(ctx, id, c.req.valid("json"));
              return getChat(ctx, id);
            }),
          ),
        );
      },
    )
    .delete(
      "/chats/:id",
      describe("chat", "Delete your own chat with its messages", { 200: IdAnswer }),
      signedIn,
      async (c) => {
        const id = idOf(c);
        await c.var.act((ctx) => deleteChat(ctx, id), { isLong: true });
        return c.json({ id });
      },
    );
}

function chatMessageRoutes({ signedIn, address }: Deps) {
  return new Hono<AppEnv>()
    .get(
      "/chats/:id/messages",
      describe("chat", "List the messages of your chat in ascending order (20 per page; page 1 is the newest)", {
        200: ChatMessagePageAnswer,
      }),
      signedIn,
      validated("query", v.object({ pageNumber: PageFromNewest })),
      async (c) => {
        const id = idOf(c);
        const { pageNumber: page } = c.req.valid("query");
        const { messages, hasMore } = await c.var.read((ctx) => listChatMessages(ctx, id, { page }));
        const addressOf = mediaAddresses(c, address);
        return c.json({ records: messages.map((row) => chatMessageToWire(row, addressOf)), hasMore });
      },
    )
    .post(
      "/chats/:id/messages",
      describe("chat", "Write a message in your chat: `message`, `fileId` (an upload) or both; `quotedMsg`: {id}", {
        200: ChatMessageAnswer,
      }),
      signedIn,
      validated("json", NewChatMessageWire),
      async (c) => {
        const chatId = idOf(c);
        const rows = await c.var.act(async (ctx) => {
          const { id } = await sendChatMessage(ctx, { ...c.req.valid("json"), chatId });
          return chatMessageRows(ctx, [id]);
        });
        const addressOf = mediaAddresses(c, address);
        return c.json(rows.map((row) => chatMessageToWire(row, addressOf))[0]);
      },
    )
    .post(
      "/chats/:id/read",
      describe("chat", "Mark your chat as read up to its newest message; `userId` is your own or absent", {
        200: ChatAnswer,
      }),
      signedIn,
      validated("json", v.object({ userId: v.nullish(Id) })),
      async (c) => {
        const chatId = idOf(c);
        const { userId } = c.req.valid("json");
        const view = await c.var.act(async (ctx) => {
          if (userId && userId !== ctx.actor.id) throw new DomainError("ERR_NO_PERMISSION", { userId });
          await readChat(ctx, { chatId, seq: Number.MAX_SAFE_INTEGER });
          return getChat(ctx, chatId);
        });
        return c.json(chatToWire(view));
      },
    );
}
