import { randomInt } from "node:crypto";
import {
  Curve,
  encodeWAMessage,
  generateRegistrationId,
  generateSignalPubKey,
  type KeyPair,
  proto,
  type SignedKeyPair,
  signedKeyPair,
  unpadRandomMax16,
} from "@whiskeysockets/baileys";
import { ProtocolAddress, SessionBuilder, SessionCipher, SessionRecord, type SignalStorage } from "libsignal";
import type { Store, StoredMap } from "./store.ts";

export interface PublicKey {
  id: number;
  value: Uint8Array;
}

export interface SignedPublicKey extends PublicKey {
  signature: Uint8Array;
}

/** The public keys that the server gives to a device that starts a session with this one. */
export interface KeyBundle {
  registrationId: number;
  identity: Uint8Array;
  signedPreKey: SignedPublicKey;
  preKey: PublicKey | undefined;
}

export interface Sealed {
  type: string;
  ciphertext: Buffer;
}

type SocketSession = Parameters<SessionBuilder["initOutgoing"]>[0];

interface DeviceKeys {
  identity: KeyPair;
  registrationId: number;
  signedPreKey: SignedKeyPair;
}

const asLibsignal = (pair: KeyPair) => ({
  privKey: Buffer.from(pair.private),
  pubKey: Buffer.from(generateSignalPubKey(pair.public)),
});

function newKeys(): DeviceKeys {
  const identity = Curve.generateKeyPair();
  return { identity, registrationId: generateRegistrationId(), signedPreKey: signedKeyPair(identity, 1) };
}

/** A Signal endpoint of the emulator: a customer's phone, or an account's primary phone. */
export class SignalDevice {
  readonly #keys: DeviceKeys;
  readonly #preKeys: StoredMap<KeyPair>;
  readonly #sessions: StoredMap<object>;
  readonly #storage: SignalStorage;

  constructor(store: Store, name: string) {
    const devices = store.map<DeviceKeys>("devices");
    this.#keys = devices.get(name) ?? newKeys();
    if (!devices.has(name)) devices.set(name, this.#keys);
    this.#preKeys = store.map(`preKeys/${name}`);
    this.#sessions = store.map(`sessions/${name}`);
    this.#storage = this.#newStorage();
  }

  /**
   * Deletes all sessions after a crash: an old ratchet would encrypt with keys that the client has already used, and
   * the message would be lost.
   */
  static forgetSessions(store: Store) {
    for (const name of store.map("devices").keys()) store.map(`sessions/${name}`).clear();
  }

  get identity(): KeyPair {
    return this.#keys.identity;
  }

  /** Returns public keys with a new one-time key, as the server would give them out. */
  bundle(): KeyBundle {
    const { identity, registrationId, signedPreKey } = this.#keys;
    const id = randomInt(1, 0xffffff);
    const pair = Curve.generateKeyPair();
    this.#preKeys.set(String(id), pair);
    return {
      registrationId,
      identity: identity.public,
      signedPreKey: {
        id: signedPreKey.keyId,
        value: signedPreKey.keyPair.public,
        signature: signedPreKey.signature,
      },
      preKey: { id, value: pair.public },
    };
  }

  forget(user: string, device: number) {
    this.#sessions.delete(new ProtocolAddress(user, device).toString());
  }

  /** Encrypts a message. `fetchBundle` is called only when there is no session yet. */
  encrypt(user: string, device: number, message: proto.IMessage, fetchBundle: () => KeyBundle): Promise<Sealed> {
    return this.encryptBytes(user, device, encodeWAMessage(message), fetchBundle);
  }

  /** Encrypts padded bytes, which need not be a message. */
  async encryptBytes(user: string, device: number, padded: Uint8Array, fetchBundle: () => KeyBundle): Promise<Sealed> {
    const address = new ProtocolAddress(user, device);
    if (!this.#sessions.has(address.toString())) await this.#startSession(address, fetchBundle());
    const { type, body } = await new SessionCipher(this.#storage, address).encrypt(padded);
    return { type: type === 3 ? "pkmsg" : "msg", ciphertext: Buffer.from(body, "binary") };
  }

  async decrypt(user: string, device: number, { type, ciphertext }: Sealed): Promise<proto.Message> {
    const cipher = new SessionCipher(this.#storage, new ProtocolAddress(user, device));
    const padded =
      type === "pkmsg"
        ? await cipher.decryptPreKeyWhisperMessage(ciphertext)
        : await cipher.decryptWhisperMessage(ciphertext);
    return proto.Message.decode(unpadRandomMax16(padded));
  }

  async #startSession(address: ProtocolAddress, { registrationId, identity, signedPreKey, preKey }: KeyBundle) {
    const session: Omit<SocketSession, "preKey"> & Partial<SocketSession> = {
      registrationId,
      identityKey: generateSignalPubKey(identity),
      signedPreKey: {
        keyId: signedPreKey.id,
        publicKey: generateSignalPubKey(signedPreKey.value),
        signature: signedPreKey.signature,
      },
    };
    if (preKey) session.preKey = { keyId: preKey.id, publicKey: generateSignalPubKey(preKey.value) };
    await new SessionBuilder(this.#storage, address).initOutgoing(session as SocketSession); // The library's type requires a one-time key, which may be missing.
  }

  #newStorage(): SignalStorage {
    return {
      loadSession: async (id) => {
        const saved = this.#sessions.get(id);
        return saved ? SessionRecord.deserialize(saved as Uint8Array) : null;
      },
      storeSession: async (id, record) => void this.#sessions.set(id, record.serialize()),
      isTrustedIdentity: () => true,
      loadPreKey: async (id) => {
        const pair = this.#preKeys.get(String(id));
        return pair && asLibsignal(pair);
      },
      removePreKey: (id) => void this.#preKeys.delete(String(id)),
      loadSignedPreKey: () => asLibsignal(this.#keys.signedPreKey.keyPair),
      getOurRegistrationId: () => this.#keys.registrationId,
      getOurIdentity: () => asLibsignal(this.#keys.identity),
    };
  }
}
