import { proto } from "@whiskeysockets/baileys";
import type { Account, History } from "./account.ts";
import type { Contact } from "./contact.ts";
import type { PhoneMessage } from "./phone-message.ts";
import type { MessageStatus } from "./wire.ts";

const { SERVER_ACK, DELIVERY_ACK, READ, PLAYED } = proto.WebMessageInfo.Status;
const statusOf: Record<MessageStatus, proto.WebMessageInfo.Status> = {
  sent: SERVER_ACK,
  delivered: DELIVERY_ACK,
  read: READ,
  played: PLAYED,
};

/** Returns every conversation of an account as its phone holds it, derived from the customers' phones. */
export function historyOf(account: Account): History {
  const conversations = account.emulator.contacts().flatMap((contact) => {
    const shown = contact.messages.shownWith(account.phone).filter(({ deleted }) => !deleted);
    if (shown.length === 0) return [];
    // Newest first, as WhatsApp sends it.
    const messages = shown.toReversed().map((held) => ({ message: toHistoryMessage(held, contact) }));
    return [{ id: contact.address, name: contact.name, pnJid: contact.jid, lidJid: contact.lidJid, messages }];
  });
  return { conversations };
}

function toHistoryMessage(held: PhoneMessage, contact: Contact): proto.IWebMessageInfo {
  // A message that the contact received is the account's own, and the other way round.
  const fromMe = !held.fromMe;
  const content = proto.Message.decode(held.content);
  return {
    key: { remoteJid: contact.address, id: held.id, fromMe },
    message: held.editedBody === undefined ? content : { conversation: held.editedBody },
    messageTimestamp: Math.floor(held.timestamp / 1000),
    ...(fromMe ? { status: statusOf[held.status] } : { pushName: contact.name }),
    reactions: reactionsOf(held, contact),
  };
}

/** Returns the current reactions, which the phone stores with the message. */
function reactionsOf({ id, timestamp, reactions = {} }: PhoneMessage, contact: Contact): proto.IReaction[] {
  const { mine, theirs } = reactions;
  return [
    { fromMe: false, text: mine },
    { fromMe: true, text: theirs },
  ]
    .filter(({ text }) => text)
    .map(({ fromMe, text }) => ({
      key: { remoteJid: contact.address, fromMe, id: `${id}-${fromMe ? "ours" : "theirs"}` },
      text,
      senderTimestampMs: timestamp + 1_000,
    }));
}
