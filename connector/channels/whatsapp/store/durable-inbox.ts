import {
  type BinaryNode,
  DEFAULT_CONNECTION_CONFIG,
  type SignalAuthState,
  type SocketConfig,
  unpadRandomMax16,
  type WASocket,
} from "@whiskeysockets/baileys";
import { LRUCache } from "lru-cache";
import { storable } from "../../../../contracts/storable.ts";
import { isHistoryRow } from "../../../inbox/inbox-rows.ts";
import { historyNotificationIn } from "../history-sync.ts";
import type { LateMessage } from "../reading/late-messages.ts";
import type { FencedStore } from "./fenced-store.ts";
import type { SecretBox } from "./secret-box.ts";

type StanzaPart = { attrs: Record<string, string>; part: number; seq: number };

/** The context to which an inbox row's encryption is bound. */
export const inboxSealContext = (connectionId: string, providerId: string, part: number) =>
  `inbox/${connectionId}/${providerId}/${part}`;

/**
 * Stores each message before it is acknowledged. The library acknowledges a message right after decryption and emits
 * it later: a crash or a lost connection in between would lose it. So this class wraps the library's Signal
 * repository: the decrypted bytes are written in the same statement as the advanced ratchet, before the library gets
 * them.
 */
export class DurableInbox {
  readonly #store: FencedStore;
  readonly #box: SecretBox;
  /** The stanza of each ciphertext, by identity of the ciphertext array. */
  readonly #stanzaParts = new WeakMap<Uint8Array, StanzaPart>();
  readonly #kept = new LRUCache<string, true>({ max: 5_000 });
  /** The sequence number of each message's first arrival: a message that was not stored then keeps its position. */
  readonly #arrivals = new LRUCache<string, number>({ max: 5_000 });
  #seq: number;

  constructor(store: FencedStore, box: SecretBox, lastSeq: number) {
    this.#store = store;
    this.#box = box;
    this.#seq = lastSeq;
  }

  /** The socket's option of that name. */
  makeSignalRepository: SocketConfig["makeSignalRepository"] = (auth: SignalAuthState, ...rest) => {
    const inner = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(auth, ...rest);
    const { keys } = auth;
    if (!("transaction" in keys)) throw new Error("the socket's key store has no transactions");
    const keep = async (ciphertext: Uint8Array, transactionKey: string, decrypt: () => Promise<Uint8Array>) => {
      const stanzaPart = this.#stanzaParts.get(ciphertext);
      if (!stanzaPart) return decrypt();
      try {
        // The library's own transaction joins this one, so the ratchet is committed after `#append` has queued the
        // row.
        const plaintext = await keys.transaction(async () => {
          const decrypted = await decrypt();
          const message = unpadRandomMax16(decrypted);
          // Our own phone also sends messages to its devices; only its history is stored.
          if (!isHistoryRow(stanzaPart) || historyNotificationIn(message)) this.#append(stanzaPart, message);
          return decrypted;
        }, transactionKey);
        await this.#store.flush();
        return plaintext;
      } catch (error) {
        const known = await this.#knownPlaintext(stanzaPart);
        if (!known) throw error;
        return known;
      }
    };
    return {
      ...inner,
      decryptMessage: (options) => keep(options.ciphertext, options.jid, () => inner.decryptMessage(options)),
      decryptGroupMessage: (options) => keep(options.msg, options.group, () => inner.decryptGroupMessage(options)),
    };
  };

  /** Must be called right after the socket is created, before any stanza arrives. */
  attach(sock: WASocket): void {
    // Runs for each stanza on arrival, before the library's own listener.
    sock.ws.prependListener("CB:message", (node: BinaryNode) => {
      // The server sets `offline` on messages that waited while the device was disconnected.
      const attrs = storable({ ...node.attrs });
      // The library processes messages with `offline` one after another, and live messages concurrently, in any
      // order. Setting it keeps the order of arrival: stored in another order, the rest of a burst would be delivered
      // again after its end.
      if (!isHistoryRow({ attrs })) node.attrs.offline ??= "0";
      const seq = this.#seqOf(node.attrs.id);
      const children = Array.isArray(node.content) ? node.content : [];
      children.forEach((child, part) => {
        if (child.tag !== "enc" || !(child.content instanceof Uint8Array)) return;
        this.#stanzaParts.set(child.content, { attrs, part, seq });
      });
    });
  }

  /** Stores a message that was not decrypted here: the phone sent it again at our request. */
  async keepLate({ message, ...late }: LateMessage): Promise<void> {
    const attrs = storable(late.attrs);
    if (this.#kept.has(attrs.id ?? "")) return;
    this.#append({ attrs, part: LATE_PART, seq: this.#seqOf(attrs.id) }, message);
    await this.#store.flush();
  }

  /**
   * Returns the stored plaintext of a message that is delivered again because its acknowledgement was lost: it cannot
   * be decrypted twice. The library then acknowledges it as usual and requests no retransmission.
   */
  async #knownPlaintext({ attrs, part }: StanzaPart): Promise<Uint8Array | null> {
    const sealed = attrs.id ? await this.#store.readInbox(attrs.id, part) : null;
    if (!sealed) return null;
    const message = this.#box.open(sealed, inboxSealContext(this.#store.lease.connectionId, attrs.id ?? "", part));
    return Buffer.concat([message, Buffer.of(1)]); // one byte of padding, as the library expects
  }

  #seqOf(providerId: string | undefined): number {
    const known = this.#arrivals.get(providerId ?? "");
    if (known !== undefined) return known;
    this.#seq += 1;
    if (providerId) this.#arrivals.set(providerId, this.#seq);
    return this.#seq;
  }

  #append({ attrs, part, seq }: StanzaPart, message: Uint8Array): void {
    const providerId = attrs.id;
    if (!providerId) return;
    this.#kept.set(providerId, true);
    const plaintext = this.#box.seal(message, inboxSealContext(this.#store.lease.connectionId, providerId, part));
    this.#store.append({ providerId, part, seq, attrs, plaintext });
  }
}

const LATE_PART = 99;
