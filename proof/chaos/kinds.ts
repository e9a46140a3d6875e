import type { MediaType } from "../../contracts/desk/messages.ts";

export type SpecialKind = {
  /** The content in the channel's protocol, as JSON. */
  content(text: string, n: number): Record<string, unknown>;
  /** The message that the desk is expected to store. */
  stored(text: string, n: number): { mediaType: MediaType; body: string };
};

const chat = (body: string) => ({ mediaType: "chat" as const, body });
const card = (text: string) =>
  `BEGIN:VCARD\nVERSION:3.0\nFN:${text}\nTEL;waid=5531988887777:+55 31 98888-7777\nEND:VCARD`;
const place = (n: number) => ({ degreesLatitude: -19.5 - n / 64, degreesLongitude: -43.5 });
const coordinates = (n: number) => ({ lat: -19.5 - n / 64, long: -43.5 });
const placeBody = (n: number) => `${-19.5 - n / 64},-43.5`;

/** Kinds of messages that a customer can send, besides plain text and files. */
export const specialKinds = {
  contact: {
    content: (text) => ({ contactMessage: { displayName: text, vcard: card(text) } }),
    stored: (text) => ({ mediaType: "vcard", body: card(text) }),
  },
  contacts: {
    content: (text) => ({
      contactsArrayMessage: {
        displayName: text,
        contacts: [1, 2].map((place) => ({ vcard: card(`${text} ${place}`) })),
      },
    }),
    stored: (text) => ({ mediaType: "vcard", body: [1, 2].map((place) => card(`${text} ${place}`)).join("\n") }),
  },
  location: {
    content: (text, n) => ({ locationMessage: { ...place(n), name: text } }),
    stored: (text, n) => ({ mediaType: "locationMessage", body: `${placeBody(n)}\n${text}` }),
  },
  liveLocation: {
    content: (text, n) => ({ liveLocationMessage: { ...place(n), caption: text, sequenceNumber: 1 } }),
    stored: (text, n) => ({ mediaType: "locationMessage", body: `${placeBody(n)}\n${text}` }),
  },
  poll: {
    content: (text) => ({
      pollCreationMessageV3: {
        name: text,
        options: [{ optionName: "Sim" }, { optionName: "Não" }],
        selectableOptionsCount: 1,
      },
    }),
    stored: (text) => chat(`📊 *${text}*\n○ Sim\n○ Não`),
  },
  listAnswer: {
    content: (text) => ({ listResponseMessage: { title: text, singleSelectReply: { selectedRowId: "1" } } }),
    stored: chat,
  },
  buttonAnswer: {
    content: (text) => ({ buttonsResponseMessage: { selectedButtonId: "1", selectedDisplayText: text } }),
    stored: chat,
  },
  event: {
    content: (text) => ({ eventMessage: { name: text, description: "Na loja" } }),
    stored: (text) => chat(`📅 *${text}*\nNa loja`),
  },
  ephemeral: {
    content: (text) => ({
      ephemeralMessage: { message: { extendedTextMessage: { text, contextInfo: { expiration: 86_400 } } } },
    }),
    stored: chat,
  },
  forwarded: {
    content: (text) => ({
      extendedTextMessage: { text, contextInfo: { isForwarded: true, forwardingScore: 2 } },
    }),
    stored: chat,
  },
  unknown: {
    content: () => ({ encCommentMessage: { encPayload: "AQ==" } }),
    stored: () => ({ mediaType: "unsupported", body: "" }),
  },
} as const satisfies Record<string, SpecialKind>;
export const specialKindNames = Object.keys(specialKinds);

/** The same for pages. */
export const pageKinds = {
  place: {
    content: (_, n) => ({ attachments: [{ type: "location", payload: { coordinates: coordinates(n) } }] }),
    stored: (_, n) => ({ mediaType: "locationMessage", body: placeBody(n) }),
  },
  link: {
    content: (text) => ({ attachments: [{ type: "fallback", title: text, url: "https://loja.example/vaso" }] }),
    stored: (text) => chat(`${text}\nhttps://loja.example/vaso`),
  },
  quickReply: {
    content: (text) => ({ text, quick_reply: { payload: "1" } }),
    stored: chat,
  },
  unknown: {
    content: () => ({ is_unsupported: true }),
    stored: () => ({ mediaType: "unsupported", body: "" }),
  },
} as const satisfies Record<string, SpecialKind>;
export const pageKindNames = Object.keys(pageKinds);

export const fileKinds = ["image", "viewOnce", "audio", "video", "document", "sticker"] as const;
export type FileKind = (typeof fileKinds)[number];
export const mediaTypeOf: Record<FileKind, MediaType> = {
  ...{ image: "image", viewOnce: "image", audio: "audio" },
  ...{ video: "video", document: "document", sticker: "sticker" },
};

/** Kinds of files that an agent's device sends. */
export const agentFileKinds = ["image", "video", "document", "voice"] as const;
export type AgentFileKind = (typeof agentFileKinds)[number];
export type WrittenKind = "text" | "card" | "place" | AgentFileKind;
export const isAgentFile = (kind: WrittenKind): kind is AgentFileKind => agentFileKinds.some((file) => file === kind);

const IVO = "5531955500190";

/** Returns the command's payload for a contact card or a location of that name. */
export function contentFor(kind: WrittenKind, name: string) {
  if (kind === "card") return { body: "", cards: [{ name, number: IVO }] };
  return kind === "place" ? { body: "", place: { latitude: -19.93, longitude: -43.93, name, address: "" } } : {};
}

/** The messages and actions on a channel. Chances are per turn, from 0 to 1. */
export type Repertoire = {
  /** The customers' messages. */
  special: { chance: number; kinds: readonly string[] };
  files: { chance: number; kinds: readonly FileKind[] };
  /** The agents' messages. */
  written: { chance: number; kinds: readonly WrittenKind[] };
  /** A file and its text are one message with an editable caption. */
  hasCaptions: boolean;
  customersTakeBack: boolean;
  agentsCorrect: boolean;
  agentsTakeBack: boolean;
  reactions: boolean;
  ownPhone: boolean;
  calls: boolean;
};

const whatsapp = { hasCaptions: true, customersTakeBack: true, agentsCorrect: true, agentsTakeBack: true };
const all = { ...whatsapp, reactions: true, ownPhone: true };
const page = { ...all, hasCaptions: false, agentsCorrect: false, agentsTakeBack: false, calls: false };
const pageFiles: readonly FileKind[] = ["image", "audio", "video", "document"];

export const repertoires = {
  /** Texts and the most common kinds. */
  few: {
    ...{ ...whatsapp, reactions: false, ownPhone: false, calls: false },
    special: { chance: 0, kinds: [] },
    files: { chance: 0.15, kinds: ["image", "audio", "document"] },
    written: { chance: 0.2, kinds: ["image", "card", "place"] },
  },
  all: {
    ...{ ...all, calls: true },
    special: { chance: 0.35, kinds: specialKindNames },
    files: { chance: 0.25, kinds: fileKinds },
    written: { chance: 0.4, kinds: ["card", "place", ...agentFileKinds] },
  },
  /** Messenger does not report revoked messages. */
  facebook: {
    ...{ ...page, customersTakeBack: false },
    special: { chance: 0.25, kinds: pageKindNames },
    files: { chance: 0.25, kinds: pageFiles },
    written: { chance: 0.25, kinds: agentFileKinds },
  },
  instagram: {
    ...page,
    special: { chance: 0.25, kinds: pageKindNames },
    files: { chance: 0.25, kinds: pageFiles },
    written: { chance: 0.25, kinds: agentFileKinds },
  },
} as const satisfies Record<string, Repertoire>;
export type RepertoireName = keyof typeof repertoires;
