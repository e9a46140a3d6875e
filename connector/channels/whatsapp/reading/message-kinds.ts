import { proto } from "@whiskeysockets/baileys";

/**
 * The decision about a field of a message. `shown`: read by `describeContent`. `unwrapped`: the message inside is read.
 * `change`: changes another message. `unsupported`: stored raw and shown as a message of an unknown kind. `context`:
 * describes the message beside it. Otherwise the reason why the field is ignored.
 */
export type Decision = "shown" | "unwrapped" | "change" | "unsupported" | "context" | { ignored: string };

const KEYS = "keys of the channel's encryption";
const STATUS = "belongs to status updates, which are no conversation";
const CALLS = "calls are reported by stanzas of their own";
const VOTE = "encrypted for phones; the library gives no vote";

/** The decision for every field of the library's message type. A new version of the library with a new field does not compile. */
export const messageKinds = {
  conversation: "shown",
  senderKeyDistributionMessage: { ignored: KEYS },
  imageMessage: "shown",
  contactMessage: "shown",
  locationMessage: "shown",
  extendedTextMessage: "shown",
  documentMessage: "shown",
  audioMessage: "shown",
  videoMessage: "shown",
  call: { ignored: CALLS },
  chat: { ignored: "names a chat for the sender's own devices" },
  protocolMessage: "change",
  contactsArrayMessage: "shown",
  highlyStructuredMessage: "shown",
  fastRatchetKeySenderKeyDistributionMessage: { ignored: KEYS },
  sendPaymentMessage: "shown",
  liveLocationMessage: "shown",
  requestPaymentMessage: "shown",
  declinePaymentRequestMessage: "shown",
  cancelPaymentRequestMessage: "shown",
  templateMessage: "shown",
  stickerMessage: "shown",
  groupInviteMessage: "shown",
  templateButtonReplyMessage: "shown",
  productMessage: "shown",
  deviceSentMessage: "unwrapped",
  messageContextInfo: "context",
  listMessage: "shown",
  viewOnceMessage: "unwrapped",
  orderMessage: "shown",
  listResponseMessage: "shown",
  ephemeralMessage: "unwrapped",
  invoiceMessage: "shown",
  buttonsMessage: "shown",
  buttonsResponseMessage: "shown",
  paymentInviteMessage: "shown",
  interactiveMessage: "shown",
  reactionMessage: "change",
  stickerSyncRmrMessage: { ignored: "synchronises the stickers of the sender's own devices" },
  interactiveResponseMessage: "shown",
  pollCreationMessage: "shown",
  pollUpdateMessage: { ignored: VOTE },
  keepInChatMessage: { ignored: "keeps a disappearing message on phones; nothing disappears here" },
  documentWithCaptionMessage: "unwrapped",
  requestPhoneNumberMessage: "shown",
  viewOnceMessageV2: "unwrapped",
  encReactionMessage: { ignored: "a reaction that is encrypted for phones" },
  editedMessage: "unwrapped",
  viewOnceMessageV2Extension: "unwrapped",
  pollCreationMessageV2: "shown",
  scheduledCallCreationMessage: "shown",
  groupMentionedMessage: "unwrapped",
  pinInChatMessage: { ignored: "pins a message on phones" },
  pollCreationMessageV3: "shown",
  scheduledCallEditMessage: "shown",
  ptvMessage: "shown",
  botInvokeMessage: "unwrapped",
  callLogMesssage: { ignored: CALLS },
  messageHistoryBundle: { ignored: "a group's history for new members" },
  encCommentMessage: "unsupported",
  bcallMessage: { ignored: CALLS },
  lottieStickerMessage: "unwrapped",
  eventMessage: "shown",
  encEventResponseMessage: { ignored: VOTE },
  commentMessage: "unwrapped",
  newsletterAdminInviteMessage: "shown",
  placeholderMessage: "unsupported",
  secretEncryptedMessage: "unsupported",
  albumMessage: { ignored: "announces pictures that arrive as messages of their own" },
  eventCoverImage: "unwrapped",
  stickerPackMessage: "shown",
  statusMentionMessage: { ignored: STATUS },
  pollResultSnapshotMessage: "shown",
  pollCreationOptionImageMessage: "unwrapped",
  associatedChildMessage: "unwrapped",
  groupStatusMentionMessage: { ignored: STATUS },
  pollCreationMessageV4: "unwrapped",
  statusAddYours: { ignored: STATUS },
  groupStatusMessage: "unwrapped",
  richResponseMessage: "shown",
  statusNotificationMessage: { ignored: STATUS },
  limitSharingMessage: { ignored: "a setting of the chat" },
  botTaskMessage: "unwrapped",
  questionMessage: "unwrapped",
  messageHistoryNotice: { ignored: "a group's history for new members" },
  groupStatusMessageV2: "unwrapped",
  botForwardedMessage: "unwrapped",
  statusQuestionAnswerMessage: "shown",
  questionReplyMessage: "unwrapped",
  questionResponseMessage: "shown",
  statusQuotedMessage: "shown",
  statusStickerInteractionMessage: { ignored: STATUS },
  pollCreationMessageV5: "shown",
  newsletterFollowerInviteMessageV2: "shown",
  pollResultSnapshotMessageV3: "shown",
} as const satisfies Record<keyof proto.IMessage, Decision>;

type Field = keyof typeof messageKinds;
const decisionOf = (field: string): Decision | undefined => messageKinds[field as Field];

const SETTING = "a setting of the chat or the account";
const DEVICES = "synchronises the devices of one account";
const ASSISTANTS = "belongs to the channel's assistants";

/** The decision for every kind of protocol message. */
export const protocolKinds = {
  REVOKE: "change",
  MESSAGE_EDIT: "change",
  EPHEMERAL_SETTING: { ignored: SETTING },
  EPHEMERAL_SYNC_RESPONSE: { ignored: DEVICES },
  HISTORY_SYNC_NOTIFICATION: { ignored: "read by the history worker" },
  APP_STATE_SYNC_KEY_SHARE: { ignored: DEVICES },
  APP_STATE_SYNC_KEY_REQUEST: { ignored: DEVICES },
  MSG_FANOUT_BACKFILL_REQUEST: { ignored: DEVICES },
  INITIAL_SECURITY_NOTIFICATION_SETTING_SYNC: { ignored: DEVICES },
  APP_STATE_FATAL_EXCEPTION_NOTIFICATION: { ignored: DEVICES },
  SHARE_PHONE_NUMBER: { ignored: "the number is read from the stanza" },
  PEER_DATA_OPERATION_REQUEST_MESSAGE: { ignored: DEVICES },
  PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE: { ignored: DEVICES },
  REQUEST_WELCOME_MESSAGE: { ignored: ASSISTANTS },
  BOT_FEEDBACK_MESSAGE: { ignored: ASSISTANTS },
  MEDIA_NOTIFY_MESSAGE: { ignored: DEVICES },
  CLOUD_API_THREAD_CONTROL_NOTIFICATION: { ignored: SETTING },
  LID_MIGRATION_MAPPING_SYNC: { ignored: DEVICES },
  REMINDER_MESSAGE: { ignored: ASSISTANTS },
  BOT_MEMU_ONBOARDING_MESSAGE: { ignored: ASSISTANTS },
  STATUS_MENTION_MESSAGE: { ignored: STATUS },
  STOP_GENERATION_MESSAGE: { ignored: ASSISTANTS },
  LIMIT_SHARING: { ignored: SETTING },
  AI_PSI_METADATA: { ignored: ASSISTANTS },
  AI_QUERY_FANOUT: { ignored: ASSISTANTS },
  GROUP_MEMBER_LABEL_CHANGE: { ignored: "a label of a group's member" },
} as const satisfies Record<keyof typeof proto.Message.ProtocolMessage.Type, Decision>;

const fieldsOf = (content: proto.IMessage) =>
  Object.keys(content).filter((field) => content[field as keyof proto.IMessage] != null);

/** Returns whether nothing in the content was written by a person for this conversation. */
export const isSilent = (content: proto.IMessage): boolean =>
  fieldsOf(content).every((field) => {
    const decision = decisionOf(field);
    return typeof decision === "object" || decision === "context" || decision === "change";
  });

/** Deeper than any known nesting of wrappers. */
const MAX_WRAPPERS = 10;

/** Returns the message inside all wrappers: disappearing, view-once, edited, comments, another of our own devices. */
export function unwrapped(message: proto.IMessage): proto.IMessage {
  let content = message;
  for (let level = 0; level < MAX_WRAPPERS; level++) {
    const inside = insideOf(content);
    if (!inside) break;
    content = inside;
  }
  return content;
}

const { HD_IMAGE_DUAL_UPLOAD, HD_VIDEO_DUAL_UPLOAD, HEVC_VIDEO_DUAL_UPLOAD } = proto.MessageAssociation.AssociationType;

/**
 * Returns the message of which this one is another copy of the same file. `better`: of higher quality. `other`: in a
 * format for newer phones. Null: a message of its own.
 */
export function copiedMessage(message: proto.IMessage): { kind: "better" | "other"; providerId: string } | null {
  let content: proto.IMessage | null | undefined = message;
  for (let level = 0; content && level < MAX_WRAPPERS; level++) {
    const { associationType, parentMessageKey } = content.messageContextInfo?.messageAssociation ?? {};
    if (parentMessageKey?.id) {
      const providerId = parentMessageKey.id;
      if (associationType === HD_IMAGE_DUAL_UPLOAD || associationType === HD_VIDEO_DUAL_UPLOAD)
        return { kind: "better", providerId };
      return associationType === HEVC_VIDEO_DUAL_UPLOAD ? { kind: "other", providerId } : null;
    }
    content = insideOf(content);
  }
  return null;
}

function insideOf(content: proto.IMessage): proto.IMessage | null | undefined {
  const wrapper = fieldsOf(content).find((field) => decisionOf(field) === "unwrapped");
  return wrapper ? (content[wrapper as keyof proto.IMessage] as proto.Message.IFutureProofMessage).message : null;
}

/**
 * Returns whether an encoded message has a field that the library does not know, at the top or inside of wrappers. The
 * decoder drops such fields, so a message of a kind that is newer than the library would look empty.
 */
export function hasUnknownField(bytes: Uint8Array, level = 0): boolean {
  return fieldsIn(bytes).some((field) => {
    const decoded = proto.Message.decode(field.whole);
    const [known] = fieldsOf(decoded);
    if (known === undefined) return true;
    if (decisionOf(known) !== "unwrapped" || level >= MAX_WRAPPERS) return false;
    const inner = fieldsIn(field.content).find(({ tag }) => tag === (known === "deviceSentMessage" ? 2 : 1));
    return inner !== undefined && hasUnknownField(inner.content, level + 1);
  });
}

type WireField = { tag: number; whole: Uint8Array; content: Uint8Array };

/** Splits an encoded message into its fields, with and without tag and length. A broken rest is left out. */
function fieldsIn(bytes: Uint8Array): WireField[] {
  const found: WireField[] = [];
  let at = 0;
  const varint = (): number => {
    for (let value = 0, scale = 1; at < bytes.length; scale *= 128) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
    return Number.POSITIVE_INFINITY;
  };
  while (at < bytes.length) {
    const start = at;
    const key = varint();
    const wireType = key % 8;
    const length = wireType === 2 ? varint() : wireType === 1 ? 8 : wireType === 5 ? 4 : 0;
    const from = at;
    if (wireType === 0) varint();
    else at += length;
    if (at > bytes.length || ![0, 1, 2, 5].includes(wireType)) break;
    found.push({ tag: Math.floor(key / 8), whole: bytes.subarray(start, at), content: bytes.subarray(from, at) });
  }
  return found;
}
