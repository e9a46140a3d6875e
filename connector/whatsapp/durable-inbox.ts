import {
  type BinaryNode,
  DEFAULT_CONNECTION_CONFIG,
  type SignalAuthState,
  type SocketConfig,
  unpadRandomMax16,
  type WASocket,
} from "@whiskeysockets/baileys";
import { LRUCache } from "lru-cache";
import { storable } from "../../sync/contracts/storable.ts";
import { isOfPast } from "../inbox-rows.ts";
import type { SecretBox } from "../secret-box.ts";
import type { FencedStore } from "./fenced-store.ts";
import type { LateMessage } from "./late-messages.ts";
import { pastIn } from "./past.ts";

type Place = { attrs: Record<string, string>; part: number; seq: number };

/** What a row's bytes are sealed for. */
export const inboxPlace = (connectionId: string, providerId: string, part: number) =>
  `inbox/${connectionId}/${providerId}/${part}`;

/**
 * Persist before acknowledge. The library confirms a message right after decrypting it and tells us later: a crash or
 * a drop in between loses it for good. So the repository that decrypts is wrapped, and the decrypted bytes are written
 * in the same statement as the ratchet that has moved on, before the library gets them back.
 */
export class DurableInbox {
  readonly #store: FencedStore;
  readonly #box: SecretBox;
  /** The stanza that some bytes came in, known by the identity of the ciphertext array. */
  readonly #places = new WeakMap<Uint8Array, Place>();
  readonly #kept = new LRUCache<string, true>({ max: 5_000 });
  /** When each message came first: one that could not be taken in then keeps its place among the others. */
  readonly #arrivals = new LRUCache<string, number>({ max: 5_000 });
  #seq: number;

  constructor(store: FencedStore, box: SecretBox, lastSeq: number) {
    this.#store = store;
    this.#box = box;
    this.#seq = lastSeq;
  }

  /** To be given to the socket as its option of that name. */
  makeSignalRepository: SocketConfig["makeSignalRepository"] = (auth: SignalAuthState, ...rest) => {
    const inner = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(auth, ...rest);
    const { keys } = auth;
    if (!("transaction" in keys)) throw new Error("the socket gave a key store without transactions");
    const keep = async (ciphertext: Uint8Array, turn: string, decrypt: () => Promise<Uint8Array>) => {
      const place = this.#places.get(ciphertext);
      if (!place) return decrypt();
      try {
        // The library's own transaction joins this one, so the ratchet is committed after the row was handed over.
        const plaintext = await keys.transaction(async () => {
          const decrypted = await decrypt();
          const message = unpadRandomMax16(decrypted);
          // Of what our own phone tells its devices, only its past is the desk's.
          if (!isOfPast(place) || pastIn(message)) this.#append(place, message);
          return decrypted;
        }, turn);
        await this.#store.flush();
        return plaintext;
      } catch (error) {
        const known = await this.#knownPlaintext(place);
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

  /** To be called right after the socket is made, before any stanza can arrive. */
  attach(sock: WASocket): void {
    // Runs for each stanza as it arrives, before the library's own listener.
    sock.ws.prependListener("CB:message", (node: BinaryNode) => {
      // With what waited for us at the server while we were away it says `offline`.
      const attrs = storable({ ...node.attrs });
      // The library handles that one after another, and live messages all at once, in whatever order its look-ups end.
      // Stored in another order than they came, the rest of a burst would come again after its end.
      if (!isOfPast({ attrs })) node.attrs.offline ??= "0";
      const seq = this.#seqOf(node.attrs.id);
      const children = Array.isArray(node.content) ? node.content : [];
      children.forEach((child, part) => {
        if (child.tag !== "enc" || !(child.content instanceof Uint8Array)) return;
        this.#places.set(child.content, { attrs, part, seq });
      });
    });
  }

  /** For what did not pass through decryption here: a message that the phone sent again for us. */
  async keepLate({ message, ...late }: LateMessage): Promise<void> {
    const attrs = storable(late.attrs);
    if (this.#kept.has(attrs.id ?? "")) return;
    this.#append({ attrs, part: LATE_PART, seq: this.#seqOf(attrs.id) }, message);
    await this.#store.flush();
  }

  /**
   * A message whose confirmation was lost comes again and cannot be decrypted twice. We have it: the library gets what
   * it was, confirms it as usual, and asks nobody to send it once more.
   */
  async #knownPlaintext({ attrs, part }: Place): Promise<Uint8Array | null> {
    const sealed = attrs.id ? await this.#store.readInbox(attrs.id, part) : null;
    if (!sealed) return null;
    const message = this.#box.open(sealed, inboxPlace(this.#store.lease.connectionId, attrs.id ?? "", part));
    return Buffer.concat([message, Buffer.of(1)]); // padded by one, as it must be
  }

  #seqOf(providerId: string | undefined): number {
    const known = this.#arrivals.get(providerId ?? "");
    if (known !== undefined) return known;
    this.#seq += 1;
    if (providerId) this.#arrivals.set(providerId, this.#seq);
    return this.#seq;
  }

  #append({ attrs, part, seq }: Place, message: Uint8Array): void {
    const providerId = attrs.id;
    if (!providerId) return;
    this.#kept.set(providerId, true);
    const plaintext = this.#box.seal(message, inboxPlace(this.#store.lease.connectionId, providerId, part));
    this.#store.append({ providerId, part, seq, attrs, plaintext });
  }
}

const LATE_PART = 99;
