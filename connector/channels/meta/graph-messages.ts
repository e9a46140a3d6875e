import * as v from "valibot";
import type { LinkedAccount } from "../../../domain/desk/meta/index.ts";
import type { GraphCall } from "../../../outside/graph/index.ts";
import { describeAttachment } from "./attachments.ts";
import { openFileToSend } from "./file-to-send.ts";
import type { Attachment } from "./page-event.ts";

/** A send without an answer within this time is looked up later; the configuration's `recheckMs` is longer. */
const SEND_MS = 10_000;
const UPLOAD_MS = 60_000;
/** A short timeout, because the message waits for its sender's name. */
const NAME_MS = 3_000;
/** The number of recent messages among which a message with a lost answer is looked up. */
const LOOKED_BACK = 25;

export type LinkedPage = LinkedAccount & { channel: "facebook" | "instagram" };

export type PageMessage = {
  to: string;
  /** Returned in the echo, where the channel supports it. */
  metadata: string;
  text: string;
  attachment: { id: string; type: AttachmentType } | null;
  replyTo: string | null;
};
type AttachmentType = "image" | "video" | "audio" | "file";

const Sent = v.object({ message_id: v.string() });
const Acted = v.object({ recipient_id: v.optional(v.string()) });
const Uploaded = v.object({ attachment_id: v.union([v.string(), v.number()]) });
const Profile = v.object({
  name: v.optional(v.string()),
  first_name: v.optional(v.string()),
  last_name: v.optional(v.string()),
  username: v.optional(v.string()),
});
const attachmentFields = "id,mime_type,name,image_data,video_data,file_url";
const Listed = v.object({
  id: v.string(),
  mime_type: v.optional(v.string(), ""),
  file_url: v.optional(v.string()),
  image_data: v.optional(v.object({ url: v.optional(v.string()) })),
  video_data: v.optional(v.object({ url: v.optional(v.string()) })),
});
const ListedAttachments = v.optional(v.object({ data: v.array(Listed) }));
const ListedMessage = v.object({
  id: v.string(),
  created_time: v.string(),
  message: v.optional(v.string(), ""),
  from: v.object({ id: v.string() }),
  attachments: ListedAttachments,
});
const Conversations = v.object({
  data: v.array(v.object({ messages: v.optional(v.object({ data: v.array(ListedMessage) })) })),
});

export type GraphMessages = ReturnType<typeof openGraphMessages>;

/** Creates the Graph API calls for messaging. Each throws `GraphError` when it is refused. */
export function openGraphMessages({ call, signed }: GraphCall) {
  const json = (value: unknown) => JSON.stringify(value);

  return {
    /** Uploads a file and returns its id. Safe to repeat: only `send` creates a message. */
    async upload({ pageId, token, channel }: LinkedPage, file: UploadedFile): Promise<string> {
      const { type, path, name, mimetype } = file;
      const message = json({ attachment: { type, payload: { is_reusable: true } } });
      const platform: Record<string, string> = channel === "instagram" ? { platform: channel } : {};
      const asked = { message, ...platform, ...signed(token) };
      const { close, ...opened } = await openFileToSend(path, name, mimetype);
      try {
        const options = { ...opened, timeoutMs: UPLOAD_MS };
        const { attachment_id: id } = await call("POST", `${pageId}/message_attachments`, asked, Uploaded, options);
        return String(id);
      } finally {
        await close();
      }
    },
    /** Sends a message and returns its id on the channel. */
    async send(
      { pageId, token }: LinkedPage,
      { to, metadata, text, attachment, replyTo }: PageMessage,
    ): Promise<string> {
      const content = attachment
        ? { attachment: { type: attachment.type, payload: { attachment_id: attachment.id } } }
        : { text };
      const asked = {
        recipient: json({ id: to }),
        messaging_type: "RESPONSE",
        message: json({ ...content, metadata }),
        ...(replyTo && { reply_to: json({ mid: replyTo }) }),
        ...signed(token),
      };
      const options = { timeoutMs: SEND_MS };
      return (await call("POST", `${pageId}/messages`, asked, Sent, options)).message_id;
    },
    async act(
      { pageId, token }: LinkedPage,
      to: string,
      action: "typing_on" | "typing_off" | "mark_seen",
    ): Promise<void> {
      const asked = { recipient: json({ id: to }), sender_action: action, ...signed(token) };
      await call("POST", `${pageId}/messages`, asked, Acted);
    },
    /** '' removes the reaction. */
    async react({ pageId, token, channel }: LinkedPage, to: string, mid: string, emoji: string): Promise<void> {
      const reaction = channel === "instagram" && emoji.startsWith("❤") ? "love" : emoji;
      const asked = {
        recipient: json({ id: to }),
        sender_action: emoji ? "react" : "unreact",
        payload: json({ message_id: mid, ...(emoji && { reaction }) }),
        ...signed(token),
      };
      await call("POST", `${pageId}/messages`, asked, Acted);
    },
    /** Returns the page's last messages to a person, oldest first. */
    async sentTo({ pageId, accountId, token, channel }: LinkedPage, person: string): Promise<SentMessage[]> {
      const fields = `messages.limit(${LOOKED_BACK}){id,created_time,from,message,attachments{${attachmentFields}}}`;
      const platform = channel === "instagram" ? "instagram" : "messenger";
      const asked = { platform, user_id: person, fields, ...signed(token) };
      const { data } = await call("GET", `${pageId}/conversations`, asked, Conversations);
      return data
        .flatMap(({ messages }) => messages?.data ?? [])
        .filter(({ from }) => from.id === pageId || from.id === accountId)
        .map(({ id, created_time: at, message, attachments }) => ({
          id,
          at: new Date(at),
          body: message,
          kind: kindOf(attachments?.data[0]),
        }))
        .toSorted((a, b) => a.at.getTime() - b.at.getTime());
    },
    /** Returns '' when Meta withholds the name: people can forbid it. */
    async nameOf({ token, channel }: LinkedPage, person: string): Promise<string> {
      const fields = channel === "instagram" ? "name,username" : "first_name,last_name";
      const found = await call("GET", person, { fields, ...signed(token) }, Profile, { timeoutMs: NAME_MS });
      const name = found.name ?? [found.first_name, found.last_name].filter(Boolean).join(" ");
      return (name || found.username || "").trim();
    },
    /** Returns the current address of an attachment; links expire after some days. */
    async addressOf({ token }: LinkedPage, mid: string, position: number): Promise<string | undefined> {
      const fields = `attachments{${attachmentFields}}`;
      const answer = v.object({ attachments: ListedAttachments });
      const { attachments } = await call("GET", mid, { fields, ...signed(token) }, answer);
      const found = attachments?.data[position];
      return found?.image_data?.url ?? found?.video_data?.url ?? found?.file_url;
    },
  };
}

export type UploadedFile = { type: AttachmentType; path: string; name: string; mimetype: string };
export type SentMessage = { id: string; at: Date; body: string; kind: ReturnType<typeof kindOf> };

function kindOf(attachment: v.InferOutput<typeof Listed> | undefined) {
  if (!attachment) return "chat" as const;
  const family = attachment.mime_type.split("/")[0] ?? "";
  const type = ["image", "video", "audio"].includes(family) ? family : "file";
  const seen: Attachment = { type, payload: { url: "about:blank" } as Attachment["payload"], title: "", url: "" };
  return describeAttachment(seen, { mid: "", place: 0 }).kind;
}
