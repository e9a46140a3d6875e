import { proto } from "@whiskeysockets/baileys";
import { bodyOf, contentOf, encodeContent, mediaOf, type PhoneMessage } from "./phone-message.ts";
import type { Store, StoredMap } from "./store.ts";
import type { MessageStatus } from "./wire.ts";

const STATUSES: readonly MessageStatus[] = ["sent", "delivered", "read", "played"];

/** The messages that one phone has written and received. */
export class PhoneMessages {
  readonly #phone: string;
  readonly #messages: StoredMap<PhoneMessage>;
  readonly #mediaHolders: StoredMap<string>;

  constructor(store: Store, phone: string) {
    this.#phone = phone;
    this.#messages = store.map(`messages/${phone}`);
    this.#mediaHolders = store.map("mediaHolders");
  }

  get size(): number {
    return this.#messages.size;
  }

  get(id: string): PhoneMessage | undefined {
    return this.#messages.get(id);
  }

  values(): Iterable<PhoneMessage> {
    return this.#messages.values();
  }

  /** Returns the visible conversation with one account, oldest first. */
  shownWith(account: string): PhoneMessage[] {
    const shown = [...this.values()].filter((held) => held.account === account && !held.isHidden);
    return shown.sort((a, b) => a.timestamp - b.timestamp);
  }

  keepSent(id: string, account: string, message: proto.IMessage, timestamp: number): PhoneMessage {
    const amendment = amendmentOf(message, true);
    const content = encodeContent(message);
    const held = { id, account, content, timestamp, fromMe: true, receivedCount: 0, status: "sent" as const };
    return this.#keep({ ...held, ...(amendment && { isHidden: true }) }, amendment);
  }

  /** Stores a received message; a message that is already stored only increases `receivedCount`. */
  keepReceived(id: string, account: string, message: proto.IMessage) {
    const known = this.#messages.get(id);
    if (known) {
      known.receivedCount += 1;
      return this.#messages.touch(id);
    }
    const content = contentOf({ content: encodeContent(message) });
    const amendment = amendmentOf(content, false);
    const held = { id, account, content: encodeContent(content), timestamp: Date.now(), fromMe: false };
    this.#keep({ ...held, receivedCount: 1, status: "sent", ...(amendment && { isHidden: true }) }, amendment);
  }

  /** Raises the status and never lowers it: receipts arrive late, twice and out of order. */
  raiseStatus(ids: string[], status: MessageStatus, { fromMe }: { fromMe: boolean }) {
    for (const id of ids) {
      const held = this.#messages.get(id);
      if (held?.fromMe !== fromMe || STATUSES.indexOf(status) <= STATUSES.indexOf(held.status)) continue;
      held.status = status;
      this.#messages.touch(id);
    }
  }

  #keep(held: PhoneMessage, amendment: Amendment | null): PhoneMessage {
    this.#messages.set(held.id, held);
    if (mediaOf(contentOf(held))) this.#mediaHolders.set(held.id, this.#phone);
    const target = amendment && this.#messages.get(amendment.targetId);
    if (target) {
      amendment.apply(target);
      this.#messages.touch(target.id);
    }
    return held;
  }
}

/** Effect of an edit, a deletion or a reaction on its target message. */
interface Amendment {
  targetId: string;
  apply(target: PhoneMessage): void;
}

/**
 * Returns the amendment that a message carries, or null. `isMine`: the phone that holds the message wrote the
 * amendment.
 */
function amendmentOf(content: proto.IMessage, isMine: boolean): Amendment | null {
  const { protocolMessage, reactionMessage } = content;
  const { MESSAGE_EDIT, REVOKE } = proto.Message.ProtocolMessage.Type;
  if (reactionMessage?.key?.id) {
    const emoji = reactionMessage.text ?? "";
    return {
      targetId: reactionMessage.key.id,
      apply: (target) => {
        target.reactions = { ...target.reactions, [isMine ? "mine" : "theirs"]: emoji };
      },
    };
  }
  const targetId = protocolMessage?.key?.id;
  if (!targetId) return null;
  if (protocolMessage.type === REVOKE) {
    return {
      targetId,
      apply: (target) => {
        target.deleted = true;
      },
    };
  }
  const edited = protocolMessage.editedMessage;
  if (protocolMessage.type !== MESSAGE_EDIT || !edited) return null;
  return {
    targetId,
    apply: (target) => {
      target.editedBody = bodyOf(contentOf({ content: encodeContent(edited) }));
    },
  };
}
