import { Curve, type KeyPair, proto } from "@whiskeysockets/baileys";

const Details = proto.CertChain.NoiseCertificate.Details;
const VALIDITY = { notBefore: 0, notAfter: 4102444800 };

/**
 * Issues the chain of two certificates that a client expects in ServerHello. The root is our own key, not WhatsApp's.
 */
export class CertificateAuthority {
  readonly root = Curve.generateKeyPair();
  readonly #intermediate = Curve.generateKeyPair();
  readonly #chains = new Map<string, Uint8Array>();

  chainFor(leafKey: Uint8Array): Uint8Array {
    const name = Buffer.from(leafKey).toString("hex");
    const chain = this.#chains.get(name) ?? this.#issue(leafKey);
    this.#chains.set(name, chain);
    return chain;
  }

  #issue(leafKey: Uint8Array): Uint8Array {
    const signedBy = (issuer: KeyPair, details: Uint8Array) => ({
      details,
      signature: Curve.sign(issuer.private, details),
    });
    const intermediate = Details.encode({ serial: 1, issuerSerial: 0, key: this.#intermediate.public, ...VALIDITY });
    const leaf = Details.encode({ serial: 2, issuerSerial: 1, key: leafKey, ...VALIDITY });
    return proto.CertChain.encode({
      intermediate: signedBy(this.root, intermediate.finish()),
      leaf: signedBy(this.#intermediate, leaf.finish()),
    }).finish();
  }
}
