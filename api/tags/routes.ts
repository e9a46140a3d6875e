import { Hono, type MiddlewareHandler } from "hono";
import * as v from "valibot";
import { LaneOrder, lanesOf } from "../../contracts/desk/tags.ts";
import {
  createTag,
  deleteTag,
  listTags,
  moveToLane,
  orderLanes,
  pageOfTags,
  replaceTags,
  requireTag,
  tagTicket,
  updateTag,
} from "../../domain/desk/tags/index.ts";
import { loadTicketView } from "../../domain/desk/tickets/index.ts";
import { IdAnswer } from "../http/answer-values.ts";
import type { AppEnv } from "../http/app-env.ts";
import { optionalText, PageNumber } from "../http/query.ts";
import { describe } from "../http/reference/describe.ts";
import { idOr, validated } from "../http/validate.ts";
import { permitted } from "../session/index.ts";
import { TicketDetailAnswer } from "../tickets/answers.ts";
import { ticketToWire } from "../tickets/wire.ts";
import { LanesAnswer, TagAnswer, TagListAnswer, TagPageAnswer, TicketIdAnswer, TicketTagAnswer } from "./answers.ts";
import { lanesToWire, NewTagWire, TagChangeWire, TagSyncWire, tagToWire } from "./wire.ts";

const noTag = "ERR_NO_TAG_FOUND";
const noTicket = "ERR_NO_TICKET_FOUND";

type Deps = { signedIn: MiddlewareHandler<AppEnv> };

export function tagRoutes(deps: Deps) {
  return new Hono<AppEnv>().route("/", companyTagRoutes(deps)).route("/", ticketTagRoutes(deps));
}

function companyTagRoutes({ signedIn }: Deps) {
  return new Hono<AppEnv>()
    .get("/tags/list", describe("tags", "List the company's tags", { 200: TagListAnswer }), signedIn, async (c) => {
      const tags = await c.var.read(listTags);
      return c.json(tags.map(({ id, name, color }) => ({ id, name, color })));
    })
    .get(
      "/tags/kanban",
      describe("tags", "List the lanes of the kanban board from left to right", { 200: LanesAnswer }),
      signedIn,
      async (c) => {
        const tags = await c.var.read(listTags);
        return c.json(lanesToWire(lanesOf(tags)));
      },
    )
    .put(
      "/tags/kanban",
      describe("tags", "Order the lanes of the kanban board from left to right (admins and supervisors)", {
        200: LanesAnswer,
      }),
      signedIn,
      permitted("manageTags"),
      validated("json", LaneOrder),
      async (c) => c.json(lanesToWire(await c.var.act((ctx) => orderLanes(ctx, c.req.valid("json").tagIds)))),
    )
    .get(
      "/tags",
      describe("tags", "List the company's tags by name with their ticket counts (20 per page)", {
        200: TagPageAnswer,
      }),
      signedIn,
      validated("query", v.object({ searchParam: optionalText, pageNumber: PageNumber })),
      async (c) => {
        const { searchParam, pageNumber } = c.req.valid("query");
        const { tags, hasMore } = await c.var.read((ctx) => pageOfTags(ctx, { search: searchParam, page: pageNumber }));
        return c.json({ tags: tags.map((tag) => ({ ...tagToWire(tag), ticketsCount: tag.ticketsCount })), hasMore });
      },
    )
    .get("/tags/:id", describe("tags", "Get a tag", { 200: TagAnswer }), signedIn, async (c) => {
      const id = idOr(noTag, c.req.param("id"));
      return c.json(tagToWire(await c.var.read((ctx) => requireTag(ctx, id))));
    })
    .post(
      "/tags",
      describe("tags", "Create a tag, or return the existing tag with the same name", { 200: TagAnswer }),
      signedIn,
      validated("json", NewTagWire),
      async (c) => c.json(tagToWire(await c.var.act((ctx) => createTag(ctx, c.req.valid("json"))))),
    )
    .post(
      "/tags/sync",
      describe("tags", "Replace the tags of a ticket", { 200: TicketDetailAnswer }),
      signedIn,
      validated("json", TagSyncWire),
      async (c) => {
        const { ticketId, tags } = c.req.valid("json");
        const view = await c.var.act(async (ctx) => {
          await replaceTags(
            ctx,
            ticketId,
            tags.map(({ id }) => id),
          );
          return loadTicketView(ctx, ticketId);
        });
        return c.json(ticketToWire(view));
      },
    )
    .put(
      "/tags/:id",
      describe("tags", "Change a tag (admins and supervisors)", { 200: TagAnswer }),
      signedIn,
      permitted("manageTags"),
      validated("json", TagChangeWire),
      async (c) => {
        const id = idOr(noTag, c.req.param("id"));
        return c.json(tagToWire(await c.var.act((ctx) => updateTag(ctx, id, c.req.valid("json")))));
      },
    )
    .delete(
      "/tags/:id",
      describe("tags", "Delete a tag (admins and supervisors)", { 200: IdAnswer }),
      signedIn,
      async (c) => {
        const id = idOr(noTag, c.req.param("id"));
        await c.var.act((ctx) => deleteTag(ctx, id));
        return c.json({ id });
      },
    );
}

function ticketTagRoutes({ signedIn }: Deps) {
  return new Hono<AppEnv>()
    .put(
      "/ticket-tags/:ticketId/:tagId",
      describe("tags", "Add a tag to a ticket; a kanban tag replaces the present one", { 201: TicketTagAnswer }),
      signedIn,
      async (c) => {
        const ticketId = idOr(noTicket, c.req.param("ticketId"));
        const tagId = idOr(noTag, c.req.param("tagId"));
        await c.var.act((ctx) => tagTicket(ctx, ticketId, { add: [tagId], remove: [] }));
        return c.json({ ticketId, tagId }, 201);
      },
    )
    .delete(
      "/ticket-tags/:ticketId",
      describe("tags", "Remove the kanban tag of a ticket; its other tags stay", { 200: TicketIdAnswer }),
      signedIn,
      async (c) => {
        const ticketId = idOr(noTicket, c.req.param("ticketId"));
        await c.var.act((ctx) => moveToLane(ctx, ticketId, null));
        return c.json({ ticketId });
      },
    );
}
