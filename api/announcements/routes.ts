import { type Context as Call, Hono, type MiddlewareHandler } from "hono";
import * as v from "valibot";
import type { PlatformContext } from "../../domain/ground/context.ts";
import {
  changeAnnouncement,
  createAnnouncement,
  deleteAnnouncement,
  pageOfAnnouncements,
  removePicture,
  setPicture,
  showAnnouncement,
} from "../../domain/office/announcements/index.ts";
import type { FileStore } from "../../outside/file-store/index.ts";
import { IdAnswer } from "../http/answer-values.ts";
import type { AppEnv } from "../http/app-env.ts";
import { PageNumber, searchFor } from "../http/query.ts";
import { describe } from "../http/reference/describe.ts";
import { idOr, validated } from "../http/validate.ts";
import { type AddressOptions, mediaAddresses } from "../media/media-address.ts";
import { superOnly } from "../session/index.ts";
import { readFile, readForm } from "../uploads/received-files.ts";
import { AnnouncementAnswer, AnnouncementPageAnswer } from "./answers.ts";
import { AnnouncementChangeWire, announcementToWire, NewAnnouncementWire } from "./wire.ts";

type Deps = { fileStore: FileStore; signedIn: MiddlewareHandler<AppEnv>; address: AddressOptions };

const PageQuery = v.object({
  searchParam: searchFor("Words of the title or of the text"),
  pageNumber: PageNumber,
  status: v.pipe(
    v.optional(v.picklist(["true", "false", ""])),
    v.description("For super users: whether they are active; absent or empty: both. Others get the active ones"),
  ),
});

const idOf = (c: Call<AppEnv>) => idOr("ERR_NO_ANNOUNCEMENT_FOUND", c.req.param("id"));

/** Reads as the caller: a super user over all companies, everyone else the active announcements. */
async function readAs<T>(
  c: Call<AppEnv>,
  work: (ctx: Pick<PlatformContext, "db" | "actor">) => Promise<T>,
): Promise<T> {
  const { actor } = await c.var.person();
  return actor.isSuper ? c.var.platform(work, { isReading: true }) : c.var.read(work);
}

export function announcementRoutes({ fileStore, signedIn, address }: Deps) {
  /** Runs the verb and answers the record as it is afterwards. */
  async function answer(c: Call<AppEnv>, act: (ctx: PlatformContext) => Promise<{ id: string }>) {
    const view = await c.var.platform(async (ctx) => showAnnouncement(ctx, (await act(ctx)).id));
    return c.json(announcementToWire(view, mediaAddresses(c, address)));
  }

  return new Hono<AppEnv>()
    .get(
      "/announcements",
      describe(
        "announcements",
        "List announcements, newest first, 20 per page: the active ones; for super users all, or those with the `status` true or false",
        { 200: AnnouncementPageAnswer },
      ),
      signedIn,
      validated("query", PageQuery),
      async (c) => {
        const { searchParam: search, pageNumber: page, status } = c.req.valid("query");
        const isActive = status ? status === "true" : undefined;
        const found = await readAs(c, (ctx) => pageOfAnnouncements(ctx, { search, page, isActive }));
        const addressOf = mediaAddresses(c, address);
        const records = found.announcements.map((view) => announcementToWire(view, addressOf));
        return c.json({ records, hasMore: found.hasMore, count: found.count });
      },
    )
    .get(
      "/announcements/:id",
      describe("announcements", "Get an announcement: an active one, or any for super users", {
        200: AnnouncementAnswer,
      }),
      signedIn,
      async (c) => {
        const id = idOf(c);
        const view = await readAs(c, (ctx) => showAnnouncement(ctx, id));
        return c.json(announcementToWire(view, mediaAddresses(c, address)));
      },
    )
    .post(
      "/announcements",
      describe("announcements", "Create an announcement (super users). `priority`: 1 high, 2 medium, 3 low (default)", {
        200: AnnouncementAnswer,
      }),
      signedIn,
      superOnly,
      validated("json", NewAnnouncementWire),
      (c) => answer(c, (ctx) => createAnnouncement(ctx, c.req.valid("json"))),
    )
    .put(
      "/announcements/:id",
      describe(
        "announcements",
        "Change an announcement (super users); omitted fields are unchanged. With a new text, title, priority or picture it is unread again",
        { 200: AnnouncementAnswer },
      ),
      signedIn,
      superOnly,
      validated("json", AnnouncementChangeWire),
      (c) => answer(c, (ctx) => changeAnnouncement(ctx, idOf(c), c.req.valid("json"))),
    )
    .delete(
      "/announcements/:id",
      describe("announcements", "Delete an announcement (super users)", { 200: IdAnswer }),
      signedIn,
      superOnly,
      async (c) => {
        const id = idOf(c);
        await c.var.platform((ctx) => deleteAnnouncement(ctx, id));
        return c.json({ id });
      },
    )
    .post(
      "/announcements/:id/media-upload",
      describe("announcements", "Set the picture (super users; multipart `file`: png, jpg or jpeg, at most 5 MiB)", {
        200: AnnouncementAnswer,
      }),
      signedIn,
      superOnly,
      async (c) => {
        const id = idOf(c);
        const file = await readFile(await readForm(c.req), "imagem", c.var.log);
        return answer(c, (ctx) => setPicture(ctx, fileStore, id, file));
      },
    )
    .delete(
      "/announcements/:id/media-upload",
      describe("announcements", "Remove the picture (super users)", { 200: AnnouncementAnswer }),
      signedIn,
      superOnly,
      (c) => answer(c, (ctx) => removePicture(ctx, idOf(c))),
    );
}
