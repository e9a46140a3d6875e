import { Hono, type MiddlewareHandler } from "hono";
import * as v from "valibot";
import { MAX_UPLOAD_BYTES, UploadPart } from "../../contracts/desk/uploads.ts";
import { convertStoredPicture, receiveUploadPart, uploadState } from "../../domain/desk/files/index.ts";
import type { FileStore } from "../../outside/file-store/index.ts";
import type { AppEnv } from "../http/app-env.ts";
import { describe } from "../http/reference/describe.ts";
import { idOr, validated } from "../http/validate.ts";
import { UploadAnswer } from "./answers.ts";
import { logUnconverted } from "./received-files.ts";

const { offset, size, sha256, name } = UploadPart.entries;
const PartQuery = v.object({
  offset: v.pipe(offset, v.description("Bytes of the file before this part")),
  size: v.pipe(size, v.description(`Bytes of the whole file: 1 to ${MAX_UPLOAD_BYTES.toLocaleString("en")}`)),
  sha256: v.pipe(sha256, v.description("SHA-256 of the whole file: 64 hexadecimal digits in lower case")),
  name: v.pipe(name, v.description("The file's name: 1 to 255 characters")),
});

type Deps = { fileStore: FileStore; signedIn: MiddlewareHandler<AppEnv> };

export function uploadRoutes({ fileStore, signedIn }: Deps) {
  return new Hono<AppEnv>()
    .get(
      "/uploads/:id",
      describe("files", "Get the progress of one of your uploads", { 200: UploadAnswer }),
      signedIn,
      async (c) => {
        const id = idOr("ERR_NO_FILE_FOUND", c.req.param("id"));
        // Uses `act`, not `read`: it waits for the part that is being written.
        return c.json(await c.var.act((ctx) => uploadState(ctx, fileStore, id)));
      },
    )
    .put(
      "/uploads/:id",
      describe("files", "Upload one part of a file, starting at `offset`; repeating a part is idempotent", {
        200: UploadAnswer,
      }),
      signedIn,
      validated("query", PartQuery),
      async (c) => {
        const id = idOr("ERR_NO_FILE_FOUND", c.req.param("id"));
        const place = c.req.valid("query");
        const bytes = new Uint8Array(await c.req.arrayBuffer());
        const state = await c.var.act((ctx) => receiveUploadPart(ctx, fileStore, id, place, bytes));
        if (!state.complete) return c.json(state);
        await convertStoredPicture(c.var.act, fileStore, id, logUnconverted(c.var.log, id));
        const { kind } = await c.var.act((ctx) => uploadState(ctx, fileStore, id));
        return c.json({ ...state, kind });
      },
    );
}
