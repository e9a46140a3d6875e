import { Hono, type MiddlewareHandler } from "hono";
import { UploadPart } from "../../contracts/desk/uploads.ts";
import { convertStoredPicture, receiveUploadPart, uploadState } from "../../domain/desk/files/index.ts";
import type { FileStore } from "../../outside/file-store/index.ts";
import type { AppEnv } from "../http/app-env.ts";
import { describe } from "../http/describe.ts";
import { idOr, validated } from "../http/validate.ts";
import { logUnconverted } from "./received-files.ts";

type Deps = { fileStore: FileStore; signedIn: MiddlewareHandler<AppEnv> };

export function uploadRoutes({ fileStore, signedIn }: Deps) {
  return new Hono<AppEnv>()
    .get("/uploads/:id", describe("files", "Get the progress of one of your uploads"), signedIn, async (c) => {
      const id = idOr("ERR_NO_FILE_FOUND", c.req.param("id"));
      // Uses `act`, not `read`: it waits for the part that is being written.
      return c.json(await c.var.act((ctx) => uploadState(ctx, fileStore, id)));
    })
    .put(
      "/uploads/:id",
      describe("files", "Upload one part of a file, starting at `offset`; repeating a part is idempotent"),
      signedIn,
      validated("query", UploadPart),
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
