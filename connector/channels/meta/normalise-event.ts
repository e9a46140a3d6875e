import { createHash } from "node:crypto";
import * as v from "valibot";
import { storable } from "../../../contracts/storable.ts";
import type { IncomingChange, IncomingMessage } from "../../../domain/desk/messages/index.ts";
import type { Seen, Watermark } from "../../../domain/desk/outbox/index.ts";
import { describeAttachment } from "./attachments.ts";
import { PageEvent } from "./page-event.ts";

export type PageAccount = {
  connectionId: string;
  channel: "facebook" | "instagram";
  /** The id of the page or of the Instagram account. */
  accountId: string;
  /** The id of our app at Meta. */
  appId: string;
};

export type NormalisedEvent =
  | { type: "messages"; incoming: IncomingMessage[] }
  /** A message that the page sent, from here or from elsewhere. */
  | { type: "echo"; seen: Seen; incoming: IncomingMessage[] }
  | { type: "change"; change: IncomingChange }
  | { type: "watermark"; mark: Watermark }
  | { type: "nothing" };

export type ReceivedEvent = { event: unknown; seq: number; receivedAt: Date };

const NOTHING: NormalisedEvent = { type: "nothing" };
/** Returns the person whom an event concerns, as sender or recipient; null when there is none. */
export function personIn(event: unknown, accountId: string): string | null {
  const parsed = v.safeParse(PageEvent, event);
  return parsed.success ? personOf(parsed.output, accountId) : null;
}

const personOf = ({ sender, recipient }: PageEvent, accountId: string): string | null =>
  sender.id === accountId ? (recipient?.id ?? null) : sender.id;

/** Converts an event of a page. `nameOf` returns a person's name, '' when unknown. */
export function normaliseEvent(
  { event, seq, receivedAt }: ReceivedEvent,
  page: PageAccount,
  nameOf: (personId: string) => string = () => "",
): NormalisedEvent {
  const parsed = v.safeParse(PageEvent, event);
  if (!parsed.success) return NOTHING;
  const pageEvent = parsed.output;
  const person = personOf(pageEvent, page.accountId);
  if (!person || person === page.accountId) return NOTHING;
  const fromMe = pageEvent.message?.is_echo === true || pageEvent.sender.id === page.accountId;
  const name = nameOf(person);
  const sender = { [page.channel]: person, ...(name && { name }) };
  const at = timeOf(pageEvent.timestamp, receivedAt);
  const of = { connectionId: page.connectionId, chatKey: person, at, sender, fromMe };
  return storable(understand(pageEvent, { ...of, seq }, page));
}

type Of = Pick<IncomingMessage, "connectionId" | "chatKey" | "at" | "sender" | "fromMe" | "seq">;

function understand(event: PageEvent, of: Of, page: PageAccount): NormalisedEvent {
  const { connectionId, chatKey, at, sender, fromMe } = of;
  const changed = { connectionId, chatKey, at, sender, fromMe, isExact: true };
  const { message, postback, reaction, message_edit: edited, delivery, read } = event;
  if (reaction) {
    const emoji = reaction.action === "react" ? (reaction.emoji ?? emojiOf(reaction.reaction)) : "";
    return { type: "change", change: { ...changed, type: "reaction", targetProviderId: reaction.mid, emoji } };
  }
  if (edited)
    return { type: "change", change: { ...changed, type: "edit", targetProviderId: edited.mid, body: edited.text } };
  if (delivery) return watermark(of, 2, delivery.watermark, delivery.mids ?? []);
  if (read) return watermark(of, 3, read.watermark, read.mid ? [read.mid] : []);
  if (postback)
    return textEvent(of, postback.mid ?? derivedMid(of, postback), postback.title ?? postback.payload ?? "");
  if (!message) return NOTHING;
  if (message.is_deleted)
    return { type: "change", change: { ...changed, type: "delete", targetProviderId: message.mid } };
  const incoming = messagesOf(event, message, of);
  const [first] = incoming;
  if (!fromMe) return { type: "messages", incoming };
  if (!first) return NOTHING;
  const seen: Seen = {
    connectionId,
    chatKey,
    givenId: message.mid,
    ...(message.metadata && isUuid(message.metadata) && { messageId: message.metadata }),
    body: first.body,
    kind: first.kind,
    at,
    isOurs: message.app_id === undefined ? null : message.app_id === page.appId,
  };
  return { type: "echo", seen, incoming };
}

type Message = NonNullable<PageEvent["message"]>;

/** Returns one message per attachment; the text goes with the first. */
function messagesOf(event: PageEvent, message: Message, of: Of): IncomingMessage[] {
  const { mid, text = "", attachments = [], reply_to: replyTo } = message;
  const quotedProviderId = replyTo?.mid;
  const common = { ...of, isExact: true, isHistory: false, ...(quotedProviderId && { quotedProviderId }) };
  const raw = rawOf(event);
  const found = attachments.map((attachment, index) => describeAttachment(attachment, { mid, place: index }));
  const [first, ...rest] = found;
  if (!first) {
    const isKnown = text !== "" && !message.is_unsupported;
    return [{ ...common, providerId: mid, kind: isKnown ? "chat" : "unsupported", body: text, ...(raw && { raw }) }];
  }
  // A location's body is its coordinates alone.
  const body = first.kind === "locationMessage" ? first.body : [text, first.body].filter(Boolean).join("\n");
  return [
    { ...common, ...first, providerId: mid, body, raw: { ...raw, ...first.raw } },
    ...rest.map((one, index) => ({ ...common, ...one, providerId: `${mid}/${index + 1}` })),
  ];
}

/**
 * Returns the referral and the story that a message answers. They are not shown, but stored because they cannot be
 * requested later.
 */
function rawOf({ message, ...event }: PageEvent): Record<string, unknown> | null {
  const { referral, reply_to: replyTo, is_unsupported: isUnsupported } = message ?? {};
  const kept = { ...(referral && { referral }), ...(replyTo?.story && { story: replyTo.story }) };
  if (isUnsupported) return { event: { ...event, message } };
  return Object.keys(kept).length > 0 ? kept : null;
}

const textEvent = (of: Of, providerId: string, body: string): NormalisedEvent =>
  body === ""
    ? NOTHING
    : {
        type: "messages",
        incoming: [{ ...of, isExact: true, fromMe: false, providerId, kind: "chat", body, isHistory: false }],
      };

function watermark(of: Of, ack: 2 | 3, until: number | undefined, givenIds: readonly string[]): NormalisedEvent {
  const { connectionId, chatKey, at } = of;
  const mark = { connectionId, chatKey, ack, givenIds, until: until === undefined ? null : timeOf(until, at) };
  return { type: "watermark", mark };
}

/** Older postbacks have no id; the derived one is the same for the same postback. */
const derivedMid = ({ chatKey, at }: Of, postback: object): string =>
  `postback ${createHash("sha256")
    .update(JSON.stringify([chatKey, at, postback]))
    .digest("hex")}`;

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** For events that contain only Meta's name of a reaction. */
const emojis: Record<string, string> = {
  smile: "😆",
  angry: "😠",
  sad: "😢",
  wow: "😮",
  love: "❤️",
  like: "👍",
  dislike: "👎",
};
const emojiOf = (reaction = ""): string => emojis[reaction] ?? "👍";

const SECONDS_UNTIL = 100_000_000_000;
const LAST_MS = 8_640_000_000_000_000;

/** Returns the event's time, at most its arrival: a wrong clock at Meta must not sort a message after later ones. */
function timeOf(timestamp: number | undefined, receivedAt: Date): Date {
  if (timestamp === undefined || !Number.isFinite(timestamp) || timestamp <= 0 || timestamp > LAST_MS)
    return receivedAt;
  const ms = timestamp < SECONDS_UNTIL ? timestamp * 1000 : timestamp;
  return new Date(Math.min(ms, receivedAt.getTime()));
}
