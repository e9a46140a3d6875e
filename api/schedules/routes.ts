import { type Context as Call, Hono, type MiddlewareHandler } from "hono";
import * as v from "valibot";
import { LocalDate } from "../../contracts/local-time.ts";
import {
  createSchedule,
  deleteSchedule,
  pageOfSchedules,
  requireChangeableSchedule,
  requireSchedule,
  schedulesBetween,
  setSchedulePicture,
  updateSchedule,
} from "../../domain/desk/schedules/index.ts";
import type { Context } from "../../domain/ground/context.ts";
import type { FileStore } from "../../outside/file-store/index.ts";
import { IdAnswer } from "../http/answer-values.ts";
import type { AppEnv } from "../http/app-env.ts";
import { optionalText, PageNumber } from "../http/query.ts";
import { describe } from "../http/reference/describe.ts";
import { idOr, validated } from "../http/validate.ts";
import { type AddressOptions, mediaAddresses } from "../media/media-address.ts";
import { permitted } from "../session/index.ts";
import { receivePicture } from "../uploads/received-files.ts";
import { ScheduleAnswer, SchedulePageAnswer } from "./answers.ts";
import { NewScheduleWire, ScheduleChangeWire, scheduleToWire } from "./wire.ts";

type Deps = { fileStore: FileStore; signedIn: MiddlewareHandler<AppEnv>; address: AddressOptions };

const changeable = (ctx: Context, param: (name: string) => string | undefined) =>
  requireChangeableSchedule(ctx, idOr("ERR_NO_SCHEDULE_FOUND", param("id")));

const idOf = (c: Call<AppEnv>) => idOr("ERR_NO_SCHEDULE_FOUND", c.req.param("id"));

const Query = v.object({
  searchParam: v.pipe(
    optionalText,
    v.description("A part of the contact's name or number, or words of the text; without `from` and `to` only"),
  ),
  pageNumber: v.pipe(PageNumber, v.description("1 to 100,000; without `from` and `to` only")),
  from: v.pipe(v.optional(LocalDate), v.description("The first day in the company's time zone, YYYY-MM-DD")),
  to: v.pipe(v.optional(LocalDate), v.description("The last day; at most 2,000 messages are listed")),
  order: v.optional(v.picklist(["asc", "desc"]), "desc"),
});

export function scheduleRoutes({ fileStore, signedIn, address }: Deps) {
  /** Runs the verb and answers the record as it is afterwards. */
  async function answer(c: Call<AppEnv>, act: (ctx: Context) => Promise<{ id: string }>) {
    const view = await c.var.act(async (ctx) => requireSchedule(ctx, (await act(ctx)).id));
    return c.json(scheduleToWire(view, mediaAddresses(c, address)));
  }

  return new Hono<AppEnv>()
    .get(
      "/schedules",
      describe(
        "schedules",
        "List scheduled messages by `sendAt`, newest first (20 per page; `order=asc`: oldest first); with `from` and `to`, list all of those days, oldest first",
        { 200: SchedulePageAnswer },
      ),
      signedIn,
      validated("query", Query),
      async (c) => {
        const { searchParam, pageNumber, from, to, order } = c.req.valid("query");
        const { schedules, hasMore, timeZone } = await c.var.read((ctx) =>
          from && to
            ? schedulesBetween(ctx, { from, to })
            : pageOfSchedules(ctx, { search: searchParam, page: pageNumber, isOldestFirst: order === "asc" }),
        );
        const addressOf = mediaAddresses(c, address);
        return c.json({ schedules: schedules.map((view) => scheduleToWire(view, addressOf)), hasMore, timeZone });
      },
    )
    .get(
      "/schedules/:id",
      describe("schedules", "Get a scheduled message", { 200: ScheduleAnswer }),
      signedIn,
      async (c) => {
        const id = idOf(c);
        const view = await c.var.read((ctx) => requireSchedule(ctx, id));
        return c.json(scheduleToWire(view, mediaAddresses(c, address)));
      },
    )
    .post(
      "/schedules",
      describe(
        "schedules",
        "Schedule a message; `sendAt` without an offset is in the company's time zone; with `isMarketing` it is not sent to a contact that opted out",
        { 200: ScheduleAnswer },
      ),
      signedIn,
      validated("json", NewScheduleWire),
      (c) => answer(c, (ctx) => createSchedule(ctx, c.req.valid("json"))),
    )
    .put(
      "/schedules/:id",
      describe(
        "schedules",
        "Change a scheduled message that was not sent, or that the channel refused; with a new time it is sent again (agents: their own; admins: any)",
        { 200: ScheduleAnswer },
      ),
      signedIn,
      permitted(changeable),
      validated("json", ScheduleChangeWire),
      (c) => answer(c, (ctx) => updateSchedule(ctx, idOf(c), c.req.valid("json"))),
    )
    .delete(
      "/schedules/:id",
      describe("schedules", "Delete a scheduled message (agents: their own; admins: any)", { 200: IdAnswer }),
      signedIn,
      async (c) => {
        const id = idOf(c);
        await c.var.act((ctx) => deleteSchedule(ctx, id));
        return c.json({ id });
      },
    )
    .post(
      "/schedules/:id/media-upload",
      describe("schedules", "Attach a picture (multipart `file`: png, jpg or jpeg)", { 200: ScheduleAnswer }),
      signedIn,
      async (c) => {
        const id = idOf(c);
        const keep = await receivePicture(c, fileStore);
        return answer(c, async (ctx) => setSchedulePicture(ctx, id, await keep(ctx)));
      },
    )
    .delete(
      "/schedules/:id/media-upload",
      describe("schedules", "Remove the picture", { 200: ScheduleAnswer }),
      signedIn,
      (c) => answer(c, (ctx) => setSchedulePicture(ctx, idOf(c), null)),
    );
}
