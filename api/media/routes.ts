import { ReadableStream as NodeStream } from "node:stream/web";
import { Hono, type MiddlewareHandler } from "hono";
import { DomainError } from "../../contracts/domain-error.ts";
import type { Database } from "../../db/index.ts";
import { requireStanding } from "../../domain/account/companies/index.ts";
import { findFile, type StoredFile } from "../../domain/desk/files/index.ts";
import type { Context } from "../../domain/ground/context.ts";
import { findPicture } from "../../domain/office/announcements/index.ts";
import type { FileStore } from "../../outside/file-store/index.ts";
import type { Keys } from "../config.ts";
import type { AppEnv } from "../http/app-env.ts";
import { bytes, describe } from "../http/reference/describe.ts";
import { idOr } from "../http/validate.ts";
import { loadSession } from "../session/index.ts";
import { byteRange } from "./byte-range.ts";
import { readMediaAddress } from "./media-address.ts";

/** Types shown inline; all others, above all HTML and SVG, are downloaded only. */
const shown = /^(image\/(jpeg|png|gif|webp|avif)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf)$/;

/**
 * `cacheSeconds`: time until the signed address expires; without a signature the browser revalidates each time, so
 * that an ended session counts.
 */
type MediaEnv = AppEnv & { Variables: { file: StoredFile; cacheSeconds: number } };
type Deps = { database: Database; fileStore: FileStore; signedIn: MiddlewareHandler; mediaKeys: Keys };

/** Returns a file of the company, or the picture of an announcement. */
async function readableFile(ctx: Context, id: string): Promise<StoredFile> {
  const file = (await findFile(ctx, id)) ?? (await findPicture(ctx, id));
  if (!file) throw new DomainError("ERR_NO_FILE_FOUND", { id });
  return file;
}

export function mediaRoutes({ database, fileStore, signedIn, mediaKeys }: Deps) {
  /**
   * Finds the file. A signed address needs no cookie, but its session must be alive and its user must have the
   * permission.
   */
  const findFile: MiddlewareHandler<MediaEnv> = async (c, next) => {
    const id = idOr("ERR_NO_FILE_FOUND", c.req.param("fileId"));
    const named = readMediaAddress(mediaKeys, id, c.req.query(), new Date());
    if (!named) {
      return signedIn(c, async () => {
        c.set("file", await c.var.read((ctx) => readableFile(ctx, id)));
        c.set("cacheSeconds", 0);
        await next();
      });
    }
    const { companyId } = named;
    const file = await database.company(companyId, async (db) => {
      const now = new Date();
      const session = await loadSession(db, { companyId, id: named.sessionId }, now);
      if (!session) throw new DomainError("ERR_NO_FILE_FOUND", { id });
      requireStanding(session);
      return readableFile({ db, companyId, actor: session.actor, device: "", now }, id);
    });
    c.set("file", file);
    c.set("cacheSeconds", named.secondsLeft);
    await next();
  };

  return new Hono<MediaEnv>().on(
    "GET",
    // Clients of this family load pictures of announcements by the second.
    ["/media/:fileId", "/public/media/:fileId"],
    describe("files", "Download a file, with a session or with the signed address from another answer", {
      200: bytes("*/*"),
      206: bytes("*/*"),
      304: null,
    }),
    findFile,
    (c) => {
      const { companyId, id, size, mimetype, name } = c.var.file;
      const range = byteRange(c.req.header("Range"), size);
      const disposition = shown.test(mimetype) ? "inline" : "attachment";
      const headers = {
        "Content-Type": mimetype,
        "Content-Disposition": `${disposition}; filename*=UTF-8''${encodeURIComponent(name)}`,
        // Prevents content sniffing and active content.
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "Cross-Origin-Resource-Policy": "cross-origin",
        "Cache-Control": `private, max-age=${c.var.cacheSeconds}`,
        "Accept-Ranges": "bytes",
        ETag: `"${id}"`,
      };
      if (c.req.header("If-None-Match") === headers.ETag) return c.body(null, 304, headers);
      if (range === "unsatisfiable") return c.body(null, 416, { ...headers, "Content-Range": `bytes */${size}` });
      const bytes = range ? range.end - range.start + 1 : size;
      const answer = { ...headers, "Content-Length": String(bytes) };
      const status = range ? 206 : 200;
      if (range) c.header("Content-Range", `bytes ${range.start}-${range.end}/${size}`);
      if (c.req.method === "HEAD" || bytes === 0) return c.body(null, status, answer);
      const stream = fileStore.read(companyId, id, range ?? {});
      stream.on("error", (err) => {
        // The client has disconnected.
        if (err.name === "AbortError") return;
        c.var.log.error({ event: "file_read_failed", err, fileId: id }, "Stored file cannot be read");
      });
      return c.body(NodeStream.from<Uint8Array>(stream) as ReadableStream, status, answer);
    },
  );
}
