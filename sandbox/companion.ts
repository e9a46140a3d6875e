import type { KeyBundle, PublicKey, SignedPublicKey } from "./signal-device.ts";
import { type BinaryNode, bytesOf, childNode, childNodes, readBigEndian } from "./socket/nodes.ts";
import type { ServerSocket } from "./socket/server-socket.ts";
import type { Store, StoredMap } from "./store.ts";

/** Below this number, the server asks the client for more one-time keys. */
const FEW_PRE_KEYS = 5;

export interface CompanionRecord {
  deviceId: number;
  keyIndex: number;
  registrationId: number;
  historySent: boolean;
  identity?: Uint8Array;
  signedPreKey?: SignedPublicKey;
}

/**
 * Returns the key under which a stanza waits for its acknowledgement. A receipt has the same id as its message, so
 * its key is longer.
 */
export const confirmationKey = (kind: string, { id = "", type = "", participant = "" }: Record<string, string>) =>
  kind === "message" ? id : [kind, id, type, participant].join("/");

/** The server's state of one linked device. */
export class Companion {
  socket: ServerSocket | null = null;
  readonly record: CompanionRecord;
  readonly #save: () => void;
  /** Stanzas by confirmationKey, in order; each is kept until the device acknowledges it. */
  readonly unconfirmed: StoredMap<BinaryNode>;
  readonly preKeys: StoredMap<PublicKey>;
  readonly #keysArrived = Promise.withResolvers<void>();
  /** One-time key from a retry request: the next session must use it. */
  #retryKey: PublicKey | null = null;

  constructor(store: Store, owner: string, record: CompanionRecord) {
    const companions = store.map<CompanionRecord>(`companions/${owner}`);
    const key = String(record.deviceId);
    this.record = record;
    this.#save = () => void companions.set(key, record);
    this.unconfirmed = store.map(`unconfirmed/${owner}:${key}`);
    this.preKeys = store.map(`companionPreKeys/${owner}:${key}`);
    if (!companions.has(key)) this.#save();
    if (record.signedPreKey) this.#keysArrived.resolve();
  }

  get deviceId(): number {
    return this.record.deviceId;
  }

  get hasKeys(): boolean {
    return this.record.signedPreKey !== undefined;
  }

  /** Resolves when the device has uploaded its keys. A device that has just paired does so at its first login. */
  get keysArrived(): Promise<void> {
    return this.#keysArrived.promise;
  }

  get isShortOfPreKeys(): boolean {
    return this.preKeys.size < FEW_PRE_KEYS;
  }

  /** Stores the keys of an <iq xmlns="encrypt" type="set">. */
  acceptUpload(iq: BinaryNode) {
    this.record.registrationId = readBigEndian(bytesOf(childNode(iq, "registration")));
    this.record.identity = bytesOf(childNode(iq, "identity"));
    const signed = childNode(iq, "skey");
    this.record.signedPreKey = { ...publicKeyOf(signed), signature: bytesOf(childNode(signed, "signature")) };
    for (const node of childNodes(childNode(iq, "list"), "key")) {
      const key = publicKeyOf(node);
      this.preKeys.set(String(key.id), key);
    }
    this.#save();
    this.#keysArrived.resolve();
  }

  acceptRetryKey(node: BinaryNode) {
    this.#retryKey = publicKeyOf(node);
  }

  bundle(): KeyBundle {
    const { registrationId, identity, signedPreKey } = this.record;
    if (!identity || !signedPreKey) throw new Error(`device ${this.deviceId} has not uploaded its keys yet`);
    return { registrationId, identity, signedPreKey, preKey: this.#takePreKey() };
  }

  /** Returns true once per device: the phone pushes its history at the first login. */
  takeHistoryTurn(): boolean {
    const isFirst = !this.record.historySent;
    this.record.historySent = true;
    this.#save();
    return isFirst;
  }

  forget() {
    this.unconfirmed.clear();
    this.preKeys.clear();
  }

  #takePreKey(): PublicKey | undefined {
    const key = this.#retryKey ?? this.preKeys.values().next().value;
    this.#retryKey = null;
    if (key) this.preKeys.delete(String(key.id));
    if (this.isShortOfPreKeys) this.socket?.askForPreKeys(this.preKeys.size);
    return key;
  }
}

function publicKeyOf(node: BinaryNode | undefined): PublicKey {
  return { id: readBigEndian(bytesOf(childNode(node, "id"))), value: bytesOf(childNode(node, "value")) };
}
