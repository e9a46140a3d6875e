import { createDecipheriv, createECDH, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export type Push = { path: string; headers: IncomingMessage["headers"]; text: string; signedBy: string };

/** A local push service with its own browsers, which decrypt their messages as RFC 8291 says. */
export async function startPushService() {
  const browsers = new Map<string, ReturnType<typeof givenBrowser>>();
  const pushes: Push[] = [];
  const answers: number[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const path = request.url ?? "";
    const status = answers.shift() ?? 201;
    const browser = browsers.get(path);
    if (status === 201 && browser) {
      const { headers } = request;
      pushes.push({ path, headers, text: browser.decrypt(Buffer.concat(parts)), signedBy: signerOf(headers, origin) });
    }
    response.writeHead(browser ? status : 404, { location: "http://127.0.0.1:1/inside" }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    pushes,
    /** Sets the answers to the next requests in place of 201. */
    answer: (...statuses: number[]) => answers.push(...statuses),
    subscribe() {
      const path = `/push/${randomBytes(8).toString("hex")}`;
      const browser = givenBrowser();
      browsers.set(path, browser);
      return { path, subscription: { endpoint: `${origin}${path}`, keys: browser.keys } };
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

function givenBrowser() {
  const own = createECDH("prime256v1");
  const point = own.generateKeys();
  const auth = randomBytes(16);
  const hkdf = (ikm: Buffer, salt: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync("sha256", ikm, salt, info, length));
  return {
    keys: { p256dh: point.toString("base64url"), auth: auth.toString("base64url") },
    decrypt(body: Buffer): string {
      const salt = body.subarray(0, 16);
      const idLength = body.readUInt8(20);
      const sender = body.subarray(21, 21 + idLength);
      const sealed = body.subarray(21 + idLength);
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), point, sender]);
      const ikm = hkdf(own.computeSecret(sender), auth, info, 32);
      const key = hkdf(ikm, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
      const nonce = hkdf(ikm, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
      const decipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(sealed.subarray(-16));
      const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
      // The last record ends with 2 and zeros.
      return plain.subarray(0, plain.lastIndexOf(2)).toString();
    },
  };
}

/** Returns the key that signed the request for this service (RFC 8292), or '' for an invalid signature. */
function signerOf({ authorization = "" }: IncomingMessage["headers"], origin: string): string {
  const [, token = "", key = ""] = /^vapid t=([^,]+), ?k=(.+)$/i.exec(authorization) ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const publicKey = {
    key: {
      kty: "EC",
      crv: "P-256",
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
    },
    format: "jwk" as const,
    dsaEncoding: "ieee-p1363" as const,
  };
  const holds = verify("sha256", Buffer.from(`${head}.${claims}`), publicKey, Buffer.from(signature, "base64url"));
  const { aud } = JSON.parse(Buffer.from(claims, "base64url").toString()) as { aud: string };
  return holds && aud === origin ? key : "";
}
