import { randomBytes } from "node:crypto";
import {
  aesDecryptCTR,
  aesDecryptGCM,
  aesEncryptCTR,
  Curve,
  derivePairingCodeKey,
  hkdf,
} from "@whiskeysockets/baileys";
import type { Account } from "./account.ts";
import { type BinaryNode, bytesOf, childNode, el, SERVER } from "./socket/nodes.ts";
import type { ServerSocket } from "./socket/server-socket.ts";

/**
 * Links a device by an 8-character code typed on the phone. Both sides derive a key from the code, exchange ephemeral
 * keys encrypted with it, and agree on the "adv secret" that a QR code would have carried.
 */
export class CodePairing {
  readonly #socket: ServerSocket;
  readonly #ephemeral = Curve.generateKeyPair();
  readonly #ref = randomBytes(16);
  readonly #wrapped: Buffer;
  #entered: { account: Account; companionEphemeral: Buffer } | null = null;

  /** `hello`: the <link_code_companion_reg stage="companion_hello"> node. */
  constructor(socket: ServerSocket, hello: BinaryNode) {
    this.#socket = socket;
    this.#wrapped = bytesOf(childNode(hello, "link_code_pairing_wrapped_companion_ephemeral_pub"));
  }

  refNode(): BinaryNode {
    return el("link_code_companion_reg", {}, [el("link_code_pairing_ref", {}, this.#ref)]);
  }

  async enter(code: string, account: Account) {
    const wrapped = this.#wrapped;
    const key = await derivePairingCodeKey(code, wrapped.subarray(0, 32));
    const companionEphemeral = aesDecryptCTR(wrapped.subarray(48, 80), key, wrapped.subarray(32, 48));
    this.#entered = { account, companionEphemeral };
    const [salt, iv] = [randomBytes(32), randomBytes(16)];
    const sealed = aesEncryptCTR(this.#ephemeral.public, await derivePairingCodeKey(code, salt), iv);
    const attrs = { id: account.emulator.newId(), from: SERVER, type: "link_code_companion_reg" };
    this.#socket.send(
      el("notification", attrs, [
        el("link_code_companion_reg", { stage: "primary_hello" }, [
          el("link_code_pairing_wrapped_primary_ephemeral_pub", {}, Buffer.concat([salt, iv, sealed])),
          el("primary_identity_pub", {}, account.primary.identity.public),
          el("link_code_pairing_ref", {}, this.#ref),
        ]),
      ]),
    );
  }

  /** Completes the pairing. `finish`: the companion_finish node. Throws when the code was wrong. */
  finish(finish: BinaryNode) {
    if (!this.#entered) throw new Error("no code has been typed yet");
    const { account, companionEphemeral } = this.#entered;
    const bundle = bytesOf(childNode(finish, "link_code_pairing_wrapped_key_bundle"));
    const identity = bytesOf(childNode(finish, "companion_identity_public"));
    const shared = Curve.sharedKey(this.#ephemeral.private, companionEphemeral);
    const info = "link_code_pairing_key_bundle_encryption_key";
    const key = hkdf(shared, 32, { salt: bundle.subarray(0, 32), info });
    const plain = aesDecryptGCM(bundle.subarray(44), key, bundle.subarray(32, 44), Buffer.alloc(0));
    if (!plain.subarray(0, 32).equals(identity)) throw new Error("identity in the key bundle does not match");
    const identityShared = Curve.sharedKey(account.primary.identity.private, identity);
    const secret = hkdf(Buffer.concat([shared, identityShared, plain.subarray(64)]), 32, { info: "adv_secret" });
    return { account, identity, advSecret: Buffer.from(secret).toString("base64") };
  }
}
