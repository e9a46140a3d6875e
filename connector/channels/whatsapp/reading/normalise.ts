import { proto } from "@whiskeysockets/baileys";
import { storable } from "../../../../contracts/storable.ts";
import type { ChannelParty } from "../../../../domain/desk/messages/index.ts";
import type { InboxEvent } from "../../../inbox/inbox-worker.ts";
import { chatKeyOf, isGroup, isSamePerson, partyOf } from "../jids.ts";
import { type Described, describeContent } from "./message-content.ts";
import { copiedMessage, hasUnknownField, unwrapped } from "./message-kinds.ts";
import { stanzaTime } from "./stanza-time.ts";

/** A decrypted inbox row. */
export type Received = {
  connectionId: string;
  attrs: Record<string, string>;
  message: Uint8Array;
  seq: number;
};

export type Normalised = Exclude<InboxEvent, { type: "report" }>;

export type OwnAccount = { id?: string; lid?: string };

const NOTHING: Normalised = { type: "nothing" };
/** A kind that is newer than the channel's library. */
const UNKNOWN: Described = { kind: "unsupported", body: "", keepsRaw: true };

/** Converts a decrypted stanza to a message, a change or nothing. `groupName` is called for groups only. */
export function normalise(
  received: Received,
  self: OwnAccount,
  groupName: (jid: string) => string = () => "",
): Normalised {
  return storable(understand(received, self, groupName));
}

function understand(received: Received, self: OwnAccount, groupName: (jid: string) => string): Normalised {
  const { attrs, connectionId, seq } = received;
  const { id, from = "", notify } = attrs;
  const origin = originOf(attrs, self);
  if (!id || !origin) return NOTHING;
  const message = proto.Message.decode(received.message);
  const content = unwrapped(message);

  const { chatKey, fromMe, sender } = origin;
  const at = stanzaTime(attrs.t);
  if (notify && !fromMe) sender.name = notify;

  const amendment = amendmentOf(content);
  if (amendment) return { type: "change", change: { connectionId, chatKey, at, sender, fromMe, ...amendment } };

  const described = describeContent(content) ?? (hasUnknownField(received.message) ? UNKNOWN : null);
  if (!described) return NOTHING;
  const { kind, body, bodyIn, media, quotedProviderId, keepsRaw } = described;
  const copied = media ? copiedMessage(message) : null;
  // The first copy is the one that browsers show.
  if (copied?.kind === "other") return NOTHING;
  const author = sender.name ?? sender.phone ?? sender.lid ?? "";
  return {
    type: "message",
    incoming: {
      connectionId,
      chatKey,
      providerId: id,
      fromMe,
      sender,
      ...(isGroup(from) && { group: { address: from, name: groupName(from), author } }),
      at,
      seq,
      kind,
      body,
      ...(bodyIn && { bodyIn }),
      ...(media && { media }),
      ...(quotedProviderId && { quotedProviderId }),
      ...(copied && { copyOf: copied.providerId }),
      isHistory: false,
      ...(attrs.offline !== undefined && { hasWaited: true }),
      ...(keepsRaw && {
        // The bytes as they arrived: encoded again, they would lose the fields that the library does not know.
        raw: { attrs, message: Buffer.from(received.message).toString("base64") },
      }),
    },
  };
}

type MessageOrigin = { chatKey: string; fromMe: boolean; sender: ChannelParty };

/**
 * Returns the chat, the direction and the sender: the chat's contact, or the author in a group. Null: no
 * conversation.
 */
function originOf(attrs: Record<string, string>, self: OwnAccount): MessageOrigin | null {
  const { from, participant, recipient } = attrs;
  if (!from || attrs.category === "peer") return null;
  const isSelf = (jid: string | undefined) => isSamePerson(jid, self.id) || isSamePerson(jid, self.lid);
  if (isGroup(from)) {
    const sender = partyOf([participant, attrs.participant_lid, attrs.participant_pn]);
    return participant ? { chatKey: from, fromMe: isSelf(participant), sender } : null;
  }
  const fromMe = isSelf(from) || recipient !== undefined;
  const sender = fromMe
    ? partyOf([recipient, attrs.recipient_lid, attrs.recipient_pn, attrs.peer_recipient_lid, attrs.peer_recipient_pn])
    : partyOf([from, attrs.sender_lid, attrs.sender_pn]);
  // Status, broadcast and newsletter addresses give no chat key, and notes to self have no contact.
  const chatKey = chatKeyOf(sender);
  return chatKey && !(fromMe && isSelf(recipient ?? from)) ? { chatKey, fromMe, sender } : null;
}

type Amendment = { targetProviderId: string } & (
  | { type: "edit"; body: string }
  | { type: "delete" }
  | { type: "reaction"; emoji: string }
);

function amendmentOf({ reactionMessage, protocolMessage }: proto.IMessage): Amendment | null {
  if (reactionMessage?.key?.id) {
    return { type: "reaction", targetProviderId: reactionMessage.key.id, emoji: reactionMessage.text ?? "" };
  }
  const targetProviderId = protocolMessage?.key?.id;
  if (!protocolMessage || !targetProviderId) return null;
  const { REVOKE, MESSAGE_EDIT } = proto.Message.ProtocolMessage.Type;
  if (protocolMessage.type === REVOKE) return { type: "delete", targetProviderId };
  const edited = protocolMessage.editedMessage && unwrapped(protocolMessage.editedMessage);
  if (protocolMessage.type !== MESSAGE_EDIT || !edited) return null;
  return { type: "edit", targetProviderId, body: describeContent(edited)?.body ?? "" };
}
