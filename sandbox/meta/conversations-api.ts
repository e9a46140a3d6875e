import { type Context, Hono } from "hono";
import type { MetaChats, MetaMessage } from "./chats.ts";
import type { SendFaults } from "./messages-api.ts";
import { MetaError, noSuch } from "./meta-error.ts";
import type { MetaState, Token } from "./meta-state.ts";

type Parts = {
  metaState: MetaState;
  chats: MetaChats;
  faults: SendFaults;
  tokenOf(c: Context): Promise<Token>;
};

/** Creates the part of the conversations that Balcão uses, and the answers for their persons and messages. */
export function conversationsApi({ metaState, chats, faults, tokenOf }: Parts) {
  const app = new Hono();

  app.get("/:version/:page/conversations", async (c) => {
    const token = await tokenOf(c);
    const { user_id: personId = "", platform = "messenger" } = c.req.query();
    if (faults.failLookups > 0) {
      faults.failLookups -= 1;
      throw new MetaError(2, "Service temporarily unavailable");
    }
    const page = token.pageId === c.req.param("page") ? metaState.page(token.pageId) : undefined;
    const accountId = platform === "instagram" ? page?.instagram?.id : page?.id;
    if (!accountId) throw noSuch(c.req.param("page"));
    const most = Number(/messages\.limit\((\d+)\)/.exec(c.req.query("fields") ?? "")?.[1] ?? 25);
    const held = chats.of(accountId, personId).slice(-most).reverse();
    if (held.length === 0) return c.json({ data: [] });
    const data = held.map((message) => ({
      id: message.mid,
      created_time: new Date(Math.floor(message.at / 1000) * 1000).toISOString().replace(".000Z", "+0000"),
      from: { id: message.fromPage ? accountId : personId },
      message: message.text,
      ...attachmentsOf(chats, message),
    }));
    return c.json({ data: [{ id: `t_${personId}`, messages: { data } }] });
  });

  /** Answers for a person or a message; the route of the Graph API that follows answers for pages. */
  app.get("/:version/:id", async (c, next) => {
    const id = c.req.param("id");
    const [held, name] = [chats.messages.get(id), chats.nameOf(id)];
    if (!held && name === undefined) return next();
    const token = await tokenOf(c);
    if (held) return c.json({ id, ...attachmentsOf(chats, held) });
    const isOfPage = [token.pageId, token.pageId && metaState.page(token.pageId)?.instagram?.id].some(
      (accountId) => accountId && chats.of(accountId, id).length > 0,
    );
    if (!isOfPage) throw noSuch(id);
    const [first = "", ...others] = name?.split(" ") ?? [];
    if (c.req.query("fields")?.includes("first_name"))
      return c.json({ id, first_name: first, last_name: others.join(" ") });
    return c.json({ id, name, username: name?.toLowerCase().replaceAll(" ", ".") });
  });
  return app;
}

function attachmentsOf(chats: MetaChats, { fileId }: MetaMessage) {
  const file = fileId ? chats.files.get(fileId) : undefined;
  if (!file) return {};
  const url = chats.addressOf(fileId ?? "");
  const where =
    file.kind === "image"
      ? { image_data: { url } }
      : file.kind === "video"
        ? { video_data: { url } }
        : { file_url: url };
  return { attachments: { data: [{ id: fileId, mime_type: file.mimetype, name: file.name, ...where }] } };
}
