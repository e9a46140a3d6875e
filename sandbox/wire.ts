import * as v from "valibot";
import type { SandboxConnection } from "./connections.ts";
import type { Action, Charge, Fault, NoticeState, Provider } from "./payments/charge.ts";

// What the sandbox's server and its page send to each other. The page imports types only: a browser does not load this
// file, and it uses nothing of Node.

const Text = v.pipe(v.string(), v.nonEmpty());

/** Types of files for which there is a sample. */
export const sampleTypes = ["image", "audio", "video", "sticker", "document"] as const;
export type SampleType = (typeof sampleTypes)[number];

/** A conversation between a customer's phone and a connection. */
export const Chat = v.object({ connectionId: v.string(), number: v.string() });
export type Chat = v.InferOutput<typeof Chat>;

export const MessageRef = v.object({ ...Chat.entries, id: v.string() });
export type MessageRef = v.InferOutput<typeof MessageRef>;

export const NewMessage = v.pipe(
  v.object({
    connectionId: v.string(),
    from: v.string(),
    name: v.optional(v.string()),
    body: v.optional(v.string()),
    quotedId: v.optional(v.string()),
    /** For pages: the message was written this many hours ago and is delivered now. */
    hoursAgo: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1_000))),
    /** Written before the device was linked: only the phone keeps it, and pushes it later as history. */
    isPast: v.optional(v.boolean()),
    /** Without `base64`, the sample of that type is sent. */
    media: v.optional(
      v.object({
        type: v.picklist(sampleTypes),
        mimetype: v.optional(v.string()),
        fileName: v.optional(v.string()),
        base64: v.optional(v.pipe(v.string(), v.base64())),
        viewOnce: v.optional(v.boolean()),
        /** The id of the message of which this file is the copy in higher quality. */
        hdOf: v.optional(v.string()),
      }),
    ),
    /** Replaces `body` and `media`: any kind of message, as the JSON form of the channel's protocol. */
    content: v.optional(v.record(v.string(), v.unknown())),
  }),
  v.check(({ body, media, content }) => Boolean(body || media || content)),
);
export type NewMessage = v.InferOutput<typeof NewMessage>;

export const NewCall = v.object({
  connectionId: v.string(),
  from: v.string(),
  name: v.optional(v.string()),
  isVideo: v.optional(v.boolean()),
});
export type NewCall = v.InferOutput<typeof NewCall>;

/** A message that a member of the company writes on the phone itself. */
export const CompanyMessage = v.object({ ...Chat.entries, body: Text });
export type CompanyMessage = v.InferOutput<typeof CompanyMessage>;

/** `played`: also plays the voice notes. */
export const Reading = v.object({ ...Chat.entries, played: v.optional(v.boolean()) });
export type Reading = v.InferOutput<typeof Reading>;

export const Edit = v.object({ ...MessageRef.entries, body: Text });
export type Edit = v.InferOutput<typeof Edit>;

/** An empty emoji removes the reaction. */
export const Reaction = v.object({ ...MessageRef.entries, emoji: v.string() });
export type Reaction = v.InferOutput<typeof Reaction>;

/** Without `base64` the sample; null: none. */
export const NewPicture = v.object({ ...Chat.entries, base64: v.optional(v.nullable(v.string())) });
export type NewPicture = v.InferOutput<typeof NewPicture>;

export const PairingCode = v.object({ code: v.string() });

export const FaultChange = v.object({
  connectionId: v.string(),
  /** Cuts the present connection. */
  drop: v.optional(v.boolean()),
  /** Error code that answers sends (true: 479); false or null accepts them again. */
  refuseSends: v.optional(v.nullable(v.union([v.string(), v.number(), v.boolean()]))),
  loseReceipts: v.optional(v.boolean()),
  delayMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(60_000))),
  deliverTwice: v.optional(v.boolean()),
  /** Rejects logins with this code and drops the devices that are online; false accepts logins again. */
  refuseLogins: v.optional(
    v.union([v.literal(false), v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599))]),
  ),
  demandsPasskey: v.optional(v.boolean()),
  /** Until this time, messages to contacts who never wrote are refused; null lifts the restriction. */
  restrictedUntil: v.optional(v.nullable(v.pipe(v.string(), v.isoTimestamp()))),
});
export type FaultChange = v.InferOutput<typeof FaultChange>;

export type ShownFaults = {
  /** Error code that answers sends; false: they are accepted. */
  refuseSends: string | boolean;
  loseReceipts: boolean;
  delayMs: number;
  deliverTwice: boolean;
};

export type ListedConnection = Omit<SandboxConnection, "qrcode">;

/** `timestamp`: of the last message, in milliseconds since 1970. */
export type Customer = { number: string; name: string; timestamp: number };

export type MessageType = "text" | "image" | "audio" | "video" | "document" | "sticker" | "location" | "contact";
export type MessageStatus = "sent" | "delivered" | "read" | "played";

/** A message as the page shows it. */
export type ShownMessage = {
  id: string;
  /** True if the customer wrote it. */
  fromMe: boolean;
  body: string;
  type: MessageType;
  /** Milliseconds since 1970. */
  timestamp: number;
  /** How often the message arrived; the phone shows it once. */
  receivedCount: number;
  status: MessageStatus;
  mediaUrl?: string;
  mimetype?: string;
  fileName?: string;
  quotedId?: string;
  edited?: boolean;
  deleted?: boolean;
  reactions?: { mine?: string; theirs?: string };
};

/** A message as Balcão's tables hold it. */
export type StoredMessage = {
  /** The channel's id, which the customer's phone also has. */
  id: string;
  /** Number of rows with that id; more than one would be shown twice. */
  count: number;
  /** 0 on the server, 1 accepted by the channel, 2 delivered, 3 read, 4 played. */
  ack: number;
  /** True if an agent wrote it in Balcão; false for the customer, the bot and the company's phone. */
  isAgents: boolean;
};

export type StoredConversation = {
  messages: StoredMessage[];
  /** True if a ticket of the conversation was transferred to another agent or queue. */
  wasTransferred: boolean;
};

/** A demo account, with its published password. */
export type DemoAccount = { name: string; email: string; password: string };

/** A webhook as the page shows it. `lastStatus`: of the last answer; 0: no answer, null: not sent yet. */
export type ShownNotice = { id: string; event: string; state: NoticeState; times: number; lastStatus: number | null };

export type ShownCharge = Omit<Charge, "reference" | "webhookUrl"> & { actions: Action[]; notices: ShownNotice[] };

export type ShownPayments = { providers: { name: Provider; fault: Fault }[]; charges: ShownCharge[] };

/** A change that is visible on the phones. */
export type Change = {
  type: "message" | "receipt" | "connection" | "payment";
  account: string;
  number?: string;
};

/** The internet of one browser's Balcão, for which the api answers (api/http/sandbox-internet.ts). */
export type Internet = "good" | "slow" | "none";

/** What the page's calls by GET answer, by their path under `/sandbox`. */
export type Answers = {
  "/connections": ListedConnection[];
  "/customers": Customer[];
  "/messages": ShownMessage[];
  "/desk": StoredConversation;
  "/demo-account": DemoAccount | null;
  "/internet": { internet: Internet };
  "/payments/charges": ShownPayments;
};

type Nothing = Record<string, never>;

/** The bodies of the page's calls by POST. */
export type Requests = {
  "/messages": NewMessage;
  "/calls": NewCall;
  "/phone-messages": CompanyMessage;
  "/read": Reading;
  "/edit": Edit;
  "/delete": MessageRef;
  "/react": Reaction;
  "/typing": Chat;
  [code: `/connections/${string}/code`]: v.InferOutput<typeof PairingCode>;
  [scanOrUnlink: `/connections/${string}/${"scan" | "unlink"}`]: Nothing;
  [charge: `/payments/charges/${string}`]: { action: Action };
  [notice: `/payments/notices/${string}`]: Nothing;
  [provider: `/payments/faults/${string}`]: { fault: Fault };
};
