import { Hono, type MiddlewareHandler } from "hono";
import * as v from "valibot";
import {
  changeTicket,
  createTicket,
  deleteTicket,
  findTicketView,
  foundMessages,
  listTickets,
  listTimeline,
  loadTicketView,
  ticketsOfBoard,
} from "../../domain/desk/tickets/index.ts";
import { IdAnswer } from "../http/answer-values.ts";
import type { AppEnv } from "../http/app-env.ts";
import { JsonIds, PageNumber } from "../http/query.ts";
import { describe } from "../http/reference/describe.ts";
import { idOr, validated } from "../http/validate.ts";
import { BoardAnswer, ChangedTicketAnswer, TicketDetailAnswer, TicketPageAnswer, TimelineAnswer } from "./answers.ts";
import { NewTicketWire, TicketChangeWire, TicketQueryWire, ticketToWire } from "./wire.ts";

const noTicket = "ERR_NO_TICKET_FOUND";

export function ticketRoutes({ signedIn }: { signedIn: MiddlewareHandler<AppEnv> }) {
  return new Hono<AppEnv>()
    .get(
      "/tickets",
      describe("tickets", "List the tickets that you may see, newest first (40 per page)", { 200: TicketPageAnswer }),
      signedIn,
      validated("query", TicketQueryWire),
      async (c) => {
        const { withFound, ...filter } = c.req.valid("query");
        const { tickets, hasMore, found } = await c.var.read(async (ctx) => {
          const page = await listTickets(ctx, filter);
          const ids = withFound && filter.search ? page.tickets.map((ticket) => ticket.id) : [];
          return { ...page, found: await foundMessages(ctx, ids, filter.search?.trim() ?? "") };
        });
        const wire = tickets.map((view) =>
          withFound ? { ...ticketToWire(view), foundMessage: found.get(view.id) ?? null } : ticketToWire(view),
        );
        return c.json({ tickets: wire, hasMore });
      },
    )
    .get(
      "/tickets/kanban",
      describe(
        "tickets",
        "List the pending and open tickets with their tags, for the kanban board (40 per page; without queueIds: of the user's own queues)",
        { 200: BoardAnswer },
      ),
      signedIn,
      validated("query", v.object({ queueIds: JsonIds, pageNumber: PageNumber })),
      async (c) => {
        const { queueIds, pageNumber: page } = c.req.valid("query");
        const { tickets, hasMore } = await c.var.read((ctx) => ticketsOfBoard(ctx, { queueIds, page }));
        return c.json({ tickets: tickets.map(ticketToWire), hasMore });
      },
    )
    .get(
      "/tickets/u/:id",
      describe("tickets", "Get a ticket by the UUID in its address", { 200: TicketDetailAnswer }),
      signedIn,
      async (c) => {
        const id = idOr(noTicket, c.req.param("id"));
        return c.json(ticketToWire(await c.var.read((ctx) => loadTicketView(ctx, id))));
      },
    )
    .get(
      "/tickets/:id/timeline",
      describe("tickets", "List the events of a ticket: who did what, when and on which device", {
        200: TimelineAnswer,
      }),
      signedIn,
      async (c) => {
        const id = idOr(noTicket, c.req.param("id"));
        return c.json({ events: await c.var.read((ctx) => listTimeline(ctx, id)) });
      },
    )
    .get("/tickets/:id", describe("tickets", "Get a ticket", { 200: TicketDetailAnswer }), signedIn, async (c) => {
      const id = idOr(noTicket, c.req.param("id"));
      return c.json(ticketToWire(await c.var.read((ctx) => loadTicketView(ctx, id))));
    })
    .post(
      "/tickets",
      describe("tickets", "Start a conversation with a contact", { 200: TicketDetailAnswer }),
      signedIn,
      validated("json", NewTicketWire),
      async (c) => {
        const view = await c.var.act(async (ctx) =>
          loadTicketView(ctx, (await createTicket(ctx, c.req.valid("json"))).id),
        );
        return c.json(ticketToWire(view));
      },
    )
    .put(
      "/tickets/:id",
      describe("tickets", "Accept, return, close, reopen or transfer a ticket, depending on the fields", {
        200: ChangedTicketAnswer,
      }),
      signedIn,
      validated("json", TicketChangeWire),
      async (c) => {
        const id = idOr(noTicket, c.req.param("id"));
        const view = await c.var.act(async (ctx) => {
          const changed = await changeTicket(ctx, id, c.req.valid("json"));
          // A transfer may remove the ticket from the user's own view.
          return (await findTicketView(ctx, id)) ?? changed;
        });
        return c.json("contact" in view ? ticketToWire(view) : { id: view.id, uuid: view.id, status: view.status });
      },
    )
    .delete(
      "/tickets/:id",
      describe("tickets", "Delete a ticket and its messages", { 200: IdAnswer }),
      signedIn,
      async (c) => {
        const id = idOr(noTicket, c.req.param("id"));
        await c.var.act((ctx) => deleteTicket(ctx, id), { isLong: true });
        return c.json({ id });
      },
    );
}
