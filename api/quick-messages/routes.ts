import { type Context as Call, Hono, type MiddlewareHandler } from "hono";
import {
  createQuickMessage,
  deleteQuickMessage,
  listQuickMessages,
  requireChangeableQuickMessage,
  requireQuickMessage,
  updateQuickMessage,
} from "../../domain/desk/quick-messages/index.ts";
import type { Context } from "../../domain/ground/context.ts";
import type { FileStore } from "../../outside/file-store/index.ts";
import { IdAnswer } from "../http/answer-values.ts";
import type { AppEnv } from "../http/app-env.ts";
import { describe } from "../http/reference/describe.ts";
import { idOr, validated } from "../http/validate.ts";
import { type AddressOptions, mediaAddresses } from "../media/media-address.ts";
import { permitted } from "../session/index.ts";
import { receivePicture } from "../uploads/received-files.ts";
import { QuickMessageAnswer, QuickMessageListAnswer } from "./answers.ts";
import { NewQuickMessageWire, pickedToWire, QuickMessageChangeWire, quickMessageToWire } from "./wire.ts";

type Deps = { fileStore: FileStore; signedIn: MiddlewareHandler<AppEnv>; address: AddressOptions };

const changeable = (ctx: Context, param: (name: string) => string | undefined) =>
  requireChangeableQuickMessage(ctx, idOr("ERR_NO_QUICK_MESSAGE_FOUND", param("id")));

const idOf = (c: Call<AppEnv>) => idOr("ERR_NO_QUICK_MESSAGE_FOUND", c.req.param("id"));

export function quickMessageRoutes({ fileStore, signedIn, address }: Deps) {
  /** Runs the verb and answers the record as it is afterwards. */
  async function answer(c: Call<AppEnv>, act: (ctx: Context) => Promise<{ id: string }>) {
    const content = await c.var.act(async (ctx) => requireQuickMessage(ctx, (await act(ctx)).id));
    return c.json(quickMessageToWire(content, mediaAddresses(c, address)));
  }

  return new Hono<AppEnv>()
    .get(
      "/quick-messages/list",
      describe(
        "quick messages",
        "List the company's general quick messages and your own, as they are picked: the `message` of one with a file is `[shortcode]`, which sends the file with its text",
        { 200: QuickMessageListAnswer },
      ),
      signedIn,
      async (c) => {
        const found = await c.var.read(listQuickMessages);
        const addressOf = mediaAddresses(c, address);
        return c.json(found.map((content) => pickedToWire(content, addressOf)));
      },
    )
    .get(
      "/quick-messages/:id",
      describe("quick messages", "Get a quick message", { 200: QuickMessageAnswer }),
      signedIn,
      async (c) => {
        const id = idOf(c);
        const content = await c.var.read((ctx) => requireQuickMessage(ctx, id));
        return c.json(quickMessageToWire(content, mediaAddresses(c, address)));
      },
    )
    .post(
      "/quick-messages",
      describe("quick messages", "Create a quick message; `geral` (for everyone) requires an admin or supervisor", {
        200: QuickMessageAnswer,
      }),
      signedIn,
      validated("json", NewQuickMessageWire),
      (c) => answer(c, (ctx) => createQuickMessage(ctx, c.req.valid("json"))),
    )
    .put(
      "/quick-messages/:id",
      describe(
        "quick messages",
        "Change a quick message (agents: their own that are not general; admins and supervisors: any)",
        { 200: QuickMessageAnswer },
      ),
      signedIn,
      permitted(changeable),
      validated("json", QuickMessageChangeWire),
      (c) => answer(c, (ctx) => updateQuickMessage(ctx, idOf(c), c.req.valid("json"))),
    )
    .delete(
      "/quick-messages/:id",
      describe("quick messages", "Delete a quick message (same rights as for changing it)", { 200: IdAnswer }),
      signedIn,
      async (c) => {
        const id = idOf(c);
        await c.var.act((ctx) => deleteQuickMessage(ctx, id));
        return c.json({ id });
      },
    )
    .post(
      "/quick-messages/:id/media-upload",
      describe("quick messages", "Attach a picture (multipart `file`: png, jpg or jpeg)", { 200: QuickMessageAnswer }),
      signedIn,
      async (c) => {
        const id = idOf(c);
        const keep = await receivePicture(c, fileStore);
        return answer(c, async (ctx) => updateQuickMessage(ctx, id, { fileId: await keep(ctx) }));
      },
    )
    .delete(
      "/quick-messages/:id/media-upload",
      describe("quick messages", "Remove the picture", { 200: QuickMessageAnswer }),
      signedIn,
      (c) => answer(c, (ctx) => updateQuickMessage(ctx, idOf(c), { fileId: null })),
    );
}
