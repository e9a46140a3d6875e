import type { AnyMessageContent, WAMessage } from "@whiskeysockets/baileys";
import type { OutgoingContent } from "../channel.ts";
import { isGroup } from "./jids.ts";

/** The message in the library's words. Files are read from their path while they are uploaded, never held in memory. */
export function compose({ body, mediaType, file }: OutgoingContent): AnyMessageContent {
  if (!file) return { text: body };
  const { mimetype } = file;
  const source = { url: file.path };
  const caption = body || undefined;
  switch (mediaType) {
    case "image":
      return { image: source, mimetype, caption };
    case "video":
      return { video: source, mimetype, caption };
    case "audio":
      // Only Opus in Ogg plays as a voice note; the rest is sent as a recording.
      return {
        audio: source,
        mimetype,
        ptt: mimetype.startsWith("audio/ogg"),
        seconds: file.seconds ?? undefined,
        ...(file.waveform && { waveform: Uint8Array.from(file.waveform) }),
      };
    case "sticker":
      return { sticker: source, mimetype };
    default:
      return { document: source, mimetype, fileName: file.name, caption };
  }
}

/** What is quoted, as far as a phone needs it: it shows its own copy when it has one. */
export function quotedMessage({ quoted, chatKey }: OutgoingContent): WAMessage | undefined {
  if (!quoted) return undefined;
  const participant = isGroup(chatKey) && quoted.participant?.includes("@") ? quoted.participant : undefined;
  return {
    key: { remoteJid: chatKey, id: quoted.providerId, fromMe: quoted.fromMe, participant },
    message: { conversation: quoted.body },
  };
}
