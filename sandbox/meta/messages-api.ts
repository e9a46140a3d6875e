import { type Context, Hono } from "hono";
import * as v from "valibot";
import type { AttachmentKind, MetaAccount, MetaChats } from "./chats.ts";
import { MetaError, noSuch } from "./meta-error.ts";
import type { MetaState, Token } from "./meta-state.ts";
import type { PagePhones } from "./phones.ts";

const HOUR_MS = 3_600_000;
const instagramSounds = /^audio\/(aac|mp4|m4a|x-m4a|wav|x-wav)/;
const MAX_CHARACTERS = 2_000;
const MAX_BYTES = 1_000;

export type SendFaults = {
  /** Number of messages that are accepted but answered with a broken response. */
  loseAnswers: number;
  /** Error that refuses the next `times` sends; null accepts them. */
  refuse: { code: number; subcode?: number; times: number } | null;
  /** Number of lookups that fail. */
  failLookups: number;
  delayMs: number;
};
export const noFaults = (): SendFaults => ({ loseAnswers: 0, refuse: null, failLookups: 0, delayMs: 0 });

type Parts = {
  metaState: MetaState;
  chats: MetaChats;
  phones: PagePhones;
  faults: SendFaults;
  tokenOf(c: Context): Promise<Token>;
};

const Recipient = v.object({ id: v.string() });
const Message = v.object({
  text: v.optional(v.string()),
  metadata: v.optional(v.pipe(v.string(), v.maxLength(1_000))),
  attachment: v.optional(v.object({ type: v.string(), payload: v.object({ attachment_id: v.optional(v.string()) }) })),
});

/** Creates the part of the Send API that Balcão uses. */
export function messagesApi({ metaState, chats, phones, faults, tokenOf }: Parts) {
  const app = new Hono();

  /**
   * Returns the account that a send addresses. A page's token is also valid for its Instagram account; the person
   * decides which of the two.
   */
  function accountFor(token: Token, pageId: string, personId: string): MetaAccount {
    const id = pageId === "me" ? token.pageId : pageId;
    const page = id && token.pageId === id ? metaState.page(id) : undefined;
    if (!page) throw noSuch(pageId);
    const instagram = page.instagram?.id;
    const knows = (accountId: string) => chats.of(accountId, personId).length > 0;
    if (knows(page.id)) return chats.account(page.id);
    if (instagram && knows(instagram)) return chats.account(instagram);
    throw new MetaError(100, "(#100) No matching user found", 2_018_001);
  }

  app.post("/:version/:page/messages", async (c) => {
    const token = await tokenOf(c);
    const form = await c.req.parseBody();
    const { id: personId } = v.parse(Recipient, parsed(form.recipient));
    const account = accountFor(token, c.req.param("page"), personId);
    if (faults.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, faults.delayMs));
    refuseAsked(faults);
    if (form.sender_action) {
      act(account, personId, String(form.sender_action), parsed(form.payload));
      return c.json({ recipient_id: personId });
    }
    const { text = "", metadata, attachment } = v.parse(Message, parsed(form.message));
    const fileId = attachment?.payload.attachment_id ?? null;
    refuseImpossible(chats, account, { personId, text, fileId });
    const replyTo = form.reply_to ? v.parse(v.object({ mid: v.string() }), parsed(form.reply_to)).mid : null;
    const held = chats.add({ accountId: account.id, personId, fromPage: true, text, fileId, replyTo });
    phones.sendEcho(held.mid, { metadata });
    if (faults.loseAnswers > 0) {
      faults.loseAnswers -= 1;
      return new Response("the line broke", { status: 502 });
    }
    return c.json({ recipient_id: personId, message_id: held.mid });
  });

  function act(account: MetaAccount, personId: string, action: string, payload: unknown): void {
    if (action === "mark_seen") seen(account, personId);
    if (action !== "react" && action !== "unreact") return;
    const { message_id, reaction } = v.parse(
      v.object({ message_id: v.string(), reaction: v.optional(v.string()) }),
      payload,
    );
    const held = chats.messages.get(message_id);
    if (!held || held.accountId !== account.id || held.personId !== personId) throw noSuch(message_id);
    const theirs = action === "react" ? (reaction === "love" ? "❤️" : reaction) : undefined;
    chats.change(held, { reactions: { ...held.reactions, theirs } });
    phones.changed();
  }

  function seen(account: MetaAccount, personId: string): void {
    for (const held of chats.of(account.id, personId))
      if (!held.fromPage && held.status !== "read") chats.change(held, { status: "read" });
    phones.changed();
  }

  app.post("/:version/:page/message_attachments", async (c) => {
    const token = await tokenOf(c);
    if (token.pageId !== c.req.param("page")) throw noSuch(c.req.param("page"));
    const form = await c.req.parseBody();
    const file = form.filedata;
    if (!(file instanceof File)) throw new MetaError(100, "(#100) Upload attachment failure.", 2_018_047);
    const wanted = v.parse(v.object({ attachment: v.object({ type: v.string() }) }), parsed(form.message));
    if (form.platform === "instagram" && wanted.attachment.type === "audio" && !instagramSounds.test(file.type))
      throw new MetaError(100, "(#100) The attached file is in a format that is not supported.", 2_534_068);
    const bytes = Buffer.from(await file.arrayBuffer());
    const kind = wanted.attachment.type as AttachmentKind;
    return c.json({ attachment_id: chats.keepFile({ bytes, mimetype: file.type, name: file.name, kind }) });
  });

  return app;
}

/** Refuses what Meta refuses: texts that are too long, unknown files, messages outside of the window of 24 hours. */
function refuseImpossible(
  chats: MetaChats,
  account: MetaAccount,
  message: { personId: string; text: string; fileId: string | null },
): void {
  const { personId, text, fileId } = message;
  const isInstagram = account.channel === "instagram";
  const isLong = isInstagram ? Buffer.byteLength(text) > MAX_BYTES : text.length > MAX_CHARACTERS;
  if (isLong) throw new MetaError(100, "(#100) Length of param message[text] must be less than or equal to 2000");
  if (!text && !fileId) throw new MetaError(100, "(#100) param message must be non-empty.");
  if (fileId && !chats.files.has(fileId)) throw new MetaError(100, "(#100) Invalid attachment ID", 2_018_074);
  const last = chats.of(account.id, personId).findLast(({ fromPage }) => !fromPage);
  if (last && last.at > Date.now() - 24 * HOUR_MS) return;
  const subcode = isInstagram ? 2_534_022 : 2_018_278;
  throw new MetaError(10, "(#10) This message is sent outside of allowed window.", subcode);
}

function refuseAsked(faults: SendFaults): void {
  const { refuse } = faults;
  if (!refuse || refuse.times <= 0) return;
  refuse.times -= 1;
  throw new MetaError(refuse.code, "The stand-in was asked to refuse this.", refuse.subcode);
}

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text ?? "{}"));
  } catch {
    throw new MetaError(100, "(#100) Invalid parameter");
  }
}
