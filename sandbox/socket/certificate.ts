import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

export interface Certificate {
  certPem: string;
  keyPem: string;
}

/** Creates a minimal self-signed X.509 v3 certificate for one IPv4 address. */
export function selfSigned(ip: string): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = sequence(oid("2a8648ce3d040302")); // ecdsa-with-SHA256
  // A process that trusts several certificates finds the right one by its name.
  const text = `WhatsApp sandbox ${randomBytes(4).toString("hex")}`;
  const name = sequence(tlv(0x31, sequence(oid("550403"), tlv(0x0c, Buffer.from(text)))));
  const validity = sequence(time("200101000000Z"), time("491231235959Z"));
  const address = tlv(0x87, Buffer.from(ip.split(".").map(Number)));
  const alternativeName = sequence(oid("551d11"), tlv(0x04, sequence(address)));
  const isAuthority = sequence(oid("551d13"), tlv(0x01, [0xff]), tlv(0x04, sequence(tlv(0x01, [0xff]))));
  const body = sequence(
    tlv(0xa0, tlv(0x02, [2])),
    tlv(0x02, [1, ...randomBytes(8)]),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: "spki", format: "der" }),
    tlv(0xa3, sequence(alternativeName, isAuthority)),
  );
  const der = sequence(body, algorithm, tlv(0x03, [0], sign("sha256", body, privateKey)));
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return {
    certPem: `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`,
    keyPem: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

type Bytes = Uint8Array | number[];

/** Encodes one DER element: tag, length, value. */
function tlv(tag: number, ...parts: Bytes[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Uint8Array.from(part)));
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

const sequence = (...parts: Bytes[]) => tlv(0x30, ...parts);
const oid = (hex: string) => tlv(0x06, Buffer.from(hex, "hex"));
const time = (text: string) => tlv(0x17, Buffer.from(text));
