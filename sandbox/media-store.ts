import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { selfSigned } from "./socket/certificate.ts";
import type { Store } from "./store.ts";

const HOST = "127.0.0.1";
const PATH = /^\/v\/([0-9a-f]{24}\.(?:enc|jpg))$/;

/**
 * The media servers: HTTPS on loopback, because the client uses https:// addresses for every upload and download.
 * Clients must trust the certificate at `caPath` (NODE_EXTRA_CA_CERTS, tls.setDefaultCACertificates).
 */
export class MediaStore {
  readonly caPath: string;
  readonly caPem: string;
  readonly #directory: string;
  readonly #server: Server;
  readonly #settings: Map<string, number>;
  /**
   * Directory paths that answer 410, as expired media does; the files stay, so that the phone can upload them again.
   */
  readonly #expired: Map<string, boolean>;

  constructor(store: Store, directory: string) {
    mkdirSync(join(directory, "media"), { recursive: true });
    this.#directory = join(directory, "media");
    this.#settings = store.map("settings");
    this.#expired = store.map("expiredMedia");
    this.caPath = join(directory, "ca.pem");
    const { certPem, keyPem } = certificateIn(directory, this.caPath);
    this.caPem = certPem;
    this.#server = createServer({ cert: certPem, key: keyPem }, (req, res) => {
      this.#handle(req, res).catch(() => res.writeHead(500).end());
    });
  }

  get host(): string {
    return `${HOST}:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Listens on the port of the previous run if it is free: pending messages contain absolute addresses. */
  async listen() {
    const lastPort = this.#settings.get("mediaPort") ?? 0;
    await this.#listenOn(lastPort).catch(() => this.#listenOn(0));
    this.#settings.set("mediaPort", (this.#server.address() as AddressInfo).port);
  }

  async stop() {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  /** Stores a blob. `jpg` is a profile picture, which anyone may fetch. */
  put(blob: Uint8Array, kind: "enc" | "jpg" = "enc") {
    const name = `${randomBytes(12).toString("hex")}.${kind}`;
    writeWhole(join(this.#directory, name), blob);
    return { directPath: `/v/${name}`, url: `https://${this.host}/v/${name}` };
  }

  /** Returns the stored file, even if it has expired; null if there is none. */
  get(directPath: string): Buffer | null {
    const file = this.#fileOf(directPath);
    return file && existsSync(file) ? readFileSync(file) : null;
  }

  expire(directPath: string) {
    this.#expired.set(directPath, true);
  }

  async #handle(req: IncomingMessage, res: ServerResponse) {
    if (req.method === "POST") {
      const chunks: Buffer[] = [];
      for await (const chunk of req) chunks.push(chunk);
      const { directPath, url } = this.put(Buffer.concat(chunks));
      return res.end(JSON.stringify({ url, direct_path: directPath }));
    }
    const { pathname } = new URL(req.url ?? "/", "https://media");
    const blob = this.#expired.has(pathname) ? null : this.get(pathname);
    return res.writeHead(blob ? 200 : 410).end(blob ?? undefined);
  }

  #fileOf(directPath: string): string | null {
    const name = PATH.exec(directPath)?.[1];
    return name ? join(this.#directory, name) : null;
  }

  async #listenOn(port: number) {
    this.#server.listen(port, HOST);
    await once(this.#server, "listening");
  }
}

/** Reads the certificate of the directory, or creates it. Other processes trust it, so it outlives this process. */
function certificateIn(directory: string, caPath: string) {
  const keyPath = join(directory, "ca-key.pem");
  if (existsSync(caPath) && existsSync(keyPath)) {
    return { certPem: readFileSync(caPath, "utf8"), keyPem: readFileSync(keyPath, "utf8") };
  }
  const certificate = selfSigned(HOST);
  writeWhole(keyPath, certificate.keyPem, 0o600); // The key is written first: a trusted certificate without its key is useless.
  writeWhole(caPath, certificate.certPem);
  return certificate;
}

/** Writes a file atomically, so that a reader never sees a partial file. */
function writeWhole(path: string, data: Uint8Array | string, mode = 0o644) {
  writeFileSync(`${path}.new`, data, { mode });
  renameSync(`${path}.new`, path);
}
