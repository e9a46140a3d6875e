import {
  aesDecryptGCM,
  aesEncryptGCM,
  Curve,
  hkdf,
  type KeyPair,
  NOISE_MODE,
  NOISE_WA_HEADER,
  proto,
  sha256,
} from "@whiskeysockets/baileys";
import type { CertificateAuthority } from "./noise-certificates.ts";

const NO_AAD = Buffer.alloc(0);

function nonce(counter: number): Buffer {
  const iv = Buffer.alloc(12);
  iv.writeUInt32BE(counter >>> 0, 8);
  return iv;
}

interface Cipher {
  key: Buffer;
  counter: number;
}

interface ResponderOptions {
  staticKey: KeyPair;
  authority: CertificateAuthority;
  write(bytes: Buffer): void;
  onClientPayload(payload: proto.ClientPayload): void;
  onFrame(plain: Buffer): void;
}

/**
 * The server's side of WhatsApp's Noise_XX_25519_AESGCM_SHA256 handshake, one per connection. It takes received bytes
 * and calls back with the client's payload, then with decrypted frames.
 */
export class NoiseResponder {
  clientStatic: Buffer = NO_AAD;
  readonly #options: ResponderOptions;
  readonly #ephemeral = Curve.generateKeyPair();
  #buffer = Buffer.alloc(0);
  #phase: "intro" | "hello" | "finish" | "open" = "intro";
  #hash: Buffer = Buffer.from(NOISE_MODE);
  #salt = this.#hash;
  #key = this.#hash;
  #counter = 0;
  #outgoing: Cipher | null = null;
  #incoming: Cipher | null = null;

  constructor(options: ResponderOptions) {
    this.#options = options;
  }

  push(chunk: Buffer) {
    this.#buffer = Buffer.concat([this.#buffer, chunk]);
    if (this.#phase === "intro" && !this.#takeIntro()) return;
    for (let frame = this.#takeFrame(); frame; frame = this.#takeFrame()) this.#onFrame(frame);
  }

  /** Encrypts and writes one transport frame. */
  send(plain: Uint8Array) {
    if (!this.#outgoing) throw new Error("the handshake has not finished");
    this.#writeFrame(aesEncryptGCM(plain, this.#outgoing.key, nonce(this.#outgoing.counter++), NO_AAD));
  }

  #takeIntro(): boolean {
    // An edge-routing preamble ("ED", version, size, bytes) may come first.
    const isRouted = this.#buffer.length >= 7 && this.#buffer.toString("latin1", 0, 2) === "ED";
    const offset = isRouted ? 7 + this.#buffer.readUIntBE(4, 3) : 0;
    if (this.#buffer.length < offset + NOISE_WA_HEADER.length) return false;
    const header = this.#buffer.subarray(offset, offset + NOISE_WA_HEADER.length);
    if (!header.equals(NOISE_WA_HEADER)) throw new Error(`unexpected intro ${header.toString("hex")}`);
    this.#mixHash(header);
    this.#buffer = this.#buffer.subarray(offset + NOISE_WA_HEADER.length);
    this.#phase = "hello";
    return true;
  }

  #takeFrame(): Buffer | null {
    if (this.#buffer.length < 3) return null;
    const size = this.#buffer.readUIntBE(0, 3);
    if (this.#buffer.length < size + 3) return null;
    const frame = this.#buffer.subarray(3, size + 3);
    this.#buffer = this.#buffer.subarray(size + 3);
    return frame;
  }

  #onFrame(frame: Buffer) {
    if (this.#incoming) {
      const { key, counter } = this.#incoming;
      this.#incoming.counter += 1;
      return this.#options.onFrame(aesDecryptGCM(frame, key, nonce(counter), NO_AAD));
    }
    const { clientHello, clientFinish } = proto.HandshakeMessage.decode(frame);
    if (this.#phase === "hello" && clientHello?.ephemeral) return this.#onHello(Buffer.from(clientHello.ephemeral));
    if (this.#phase === "finish" && clientFinish?.static && clientFinish.payload) {
      return this.#onFinish(Buffer.from(clientFinish.static), Buffer.from(clientFinish.payload));
    }
    throw new Error(`unexpected handshake message in phase ${this.#phase}`);
  }

  #onHello(clientEphemeral: Buffer) {
    const { staticKey, authority } = this.#options;
    this.#mixHash(clientEphemeral);
    this.#mixHash(this.#ephemeral.public);
    this.#mixKey(Curve.sharedKey(this.#ephemeral.private, clientEphemeral));
    const sealedStatic = this.#seal(staticKey.public);
    this.#mixKey(Curve.sharedKey(staticKey.private, clientEphemeral));
    const payload = this.#seal(authority.chainFor(staticKey.public));
    this.#phase = "finish";
    const serverHello = { ephemeral: this.#ephemeral.public, static: sealedStatic, payload };
    this.#writeFrame(proto.HandshakeMessage.encode({ serverHello }).finish());
  }

  #onFinish(sealedStatic: Buffer, payload: Buffer) {
    this.clientStatic = this.#open(sealedStatic);
    this.#mixKey(Curve.sharedKey(this.#ephemeral.private, this.clientStatic));
    const clientPayload = proto.ClientPayload.decode(this.#open(payload));
    const keys = Buffer.from(hkdf(NO_AAD, 64, { salt: this.#salt, info: "" }));
    this.#incoming = { key: keys.subarray(0, 32), counter: 0 };
    this.#outgoing = { key: keys.subarray(32), counter: 0 };
    this.#phase = "open";
    this.#options.onClientPayload(clientPayload);
  }

  #mixHash(data: Uint8Array) {
    this.#hash = sha256(Buffer.concat([this.#hash, data]));
  }

  #mixKey(material: Uint8Array) {
    const keys = Buffer.from(hkdf(Buffer.from(material), 64, { salt: this.#salt, info: "" }));
    this.#salt = keys.subarray(0, 32);
    this.#key = keys.subarray(32);
    this.#counter = 0;
  }

  #seal(plain: Uint8Array): Buffer {
    const sealed = aesEncryptGCM(plain, this.#key, nonce(this.#counter++), this.#hash);
    this.#mixHash(sealed);
    return sealed;
  }

  #open(sealed: Buffer): Buffer {
    const plain = aesDecryptGCM(sealed, this.#key, nonce(this.#counter++), this.#hash);
    this.#mixHash(sealed);
    return plain;
  }

  #writeFrame(data: Uint8Array) {
    const head = Buffer.alloc(3);
    head.writeUIntBE(data.length, 0, 3);
    this.#options.write(Buffer.concat([head, data]));
  }
}
