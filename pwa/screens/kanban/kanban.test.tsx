import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { SessionUser } from "../../../contracts/account/session.ts";
import type { TicketDocument } from "../../../contracts/desk/tickets.ts";
import { synced } from "../../../sync/client/testing/desk.ts";
import { givenUser } from "../../../sync/client/testing/given.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { answer } from "../../testing/answers.ts";
import { becomePhone, matchQueries } from "../../testing/browser-gaps.ts";
import { cutNetwork, type GivenDesk, givenDesk } from "../../testing/given-desk.ts";
import { renderScreen } from "../../testing/render.tsx";
import { KanbanScreen } from "./index.tsx";

let desk: GivenDesk;
beforeEach(() => {
  desk = givenDesk();
});

/** Another user for each test: what a device stored for a user stays in the memory of the process. */
const render = (change: Partial<SessionUser> = {}) =>
  renderScreen(<KanbanScreen />, {
    replication: desk.replication,
    signedIn: givenUser({ profile: "admin", name: "Marina Duarte", ...change }),
    path: "/Kanban",
  });

const givenLane = (name: string, lanePosition: number) => desk.tag({ name, lanePosition, isKanban: true });
const givenLanes = () => ({ quote: givenLane("Orçamento", 1), damage: givenLane("Avaria", 2) });
const open = () => m.kanban_open_lane();
const lane = (name: string) => screen.findByRole("region", { name: new RegExp(`^${name}, `) });
const cardIn = async (name: string, card: string) => within(await lane(name)).findByRole("article", { name: card });
const keyOf = async (name: string, card: string) =>
  within(await cardIn(name, card)).getByRole("button", { name: card });
const lanesShown = () => screen.findAllByRole("region", { name: /(cartão|cartões)$/ });
const cards = () => screen.queryAllByRole("article").map((card) => card.getAttribute("aria-label"));
const moves = () => desk.replication.applied.map(({ type, payload }) => [type, payload]);
const said = (text: string) => screen.findByText(text, { selector: "[role=status]" });
type User = Awaited<ReturnType<typeof render>>["user"];

async function moveByMenu(user: User, card: string, to: string): Promise<void> {
  await user.click(await screen.findByRole("button", { name: m.kanban_move_of({ name: card }) }));
  await user.click(await screen.findByRole("menuitem", { name: to }));
}

/** Applies moves to the documents, as the server does. */
function applyMoves(...tickets: TicketDocument[]): void {
  desk.replication.onCommand = (command) => {
    if (command.type !== "ticket.lane") return;
    const { ticketId, laneId } = command.payload as { ticketId: string; laneId: string | null };
    const ticket = tickets.find(({ id }) => id === ticketId);
    if (ticket) desk.replication.put("tickets", { ...ticket, tagIds: laneId === null ? [] : [laneId] });
    return undefined;
  };
}

test("board: an admin without lanes is led to the tags, an agent is told whom to ask", async () => {
  desk.tag({ name: "Urgente" });
  desk.ticket({ contactName: "Helena" });
  const admin = await render();
  expect(await screen.findByRole("link", { name: m.kanban_no_lanes_link() })).toHaveAttribute("href", "/tags");
  expect(await cardIn(open(), "Helena")).toBeInTheDocument();
  admin.unmount();
  await render({ profile: "user" });
  expect(await screen.findByText(new RegExp(m.kanban_no_lanes_ask()))).toBeInTheDocument();
  expect(screen.queryByRole("link", { name: m.kanban_no_lanes_link() })).not.toBeInTheDocument();
});

test("board: lanes are the tags marked for it, in their order, with their count and an empty text", async () => {
  const { quote } = givenLanes();
  const plain = desk.tag({ name: "Urgente" });
  desk.ticket({ contactName: "Helena", tagIds: [quote.id] });
  desk.ticket({ contactName: "Ivo", tagIds: [plain.id], status: "pending" });
  desk.ticket({ contactName: "Fechada", status: "closed" });
  await render();
  await cardIn("Orçamento", "Helena");
  await cardIn(open(), "Ivo");
  expect((await lanesShown()).map((each) => each.getAttribute("aria-label"))).toEqual([
    m.kanban_lane_label({ name: open(), count: 1, shown: "1" }),
    m.kanban_lane_label({ name: "Orçamento", count: 1, shown: "1" }),
    m.kanban_lane_label({ name: "Avaria", count: 0, shown: "0" }),
  ]);
  expect(within(await lane("Avaria")).getByText(m.kanban_lane_empty())).toBeInTheDocument();
  expect(cards()).not.toContain("Fechada");
});

test("board: tickets that come before the tags are not shown in the first lane", async () => {
  const { quote } = givenLanes();
  desk.ticket({ contactName: "Helena", tagIds: [quote.id] });
  let hasRefs = false;
  desk.replication.fault = (path) => (path === "/sync/refs" && !hasRefs ? "request" : null);
  const { desk: device } = await render();
  expect(await screen.findByText(m.kanban_first_sync_title())).toBeInTheDocument();
  await waitFor(() => expect(desk.replication.requests).toContain("GET /sync/tickets"));
  expect(cards()).toEqual([]);
  hasRefs = true;
  desk.replication.poke("refs");
  await synced(device);
  expect(await cardIn("Orçamento", "Helena")).toBeInTheDocument();
});

test("filters: by queue, without a queue, by agent and by text; a lane without a match says so", async () => {
  givenLanes();
  const sales = desk.queue({ name: "Vendas" });
  const ana = desk.colleague({ name: "Ana Prado" });
  desk.ticket({ contactName: "Helena", queueId: sales.id, userId: ana.id });
  desk.ticket({ contactName: "Ivo", queueId: null });
  const { user } = await render();
  await cardIn(open(), "Ivo");
  const choose = async (filter: string, choice: string) => {
    await user.click(screen.getByRole("button", { name: new RegExp(`^${filter}`) }));
    await user.click(await screen.findByRole("checkbox", { name: choice }));
    await user.keyboard("{Escape}");
  };
  expect(screen.getByRole("button", { name: m.kanban_queues_all() })).toBeInTheDocument();
  expect(screen.getByRole("button", { name: m.kanban_agents_all() })).toBeInTheDocument();
  await choose(m.kanban_queues(), "Vendas");
  await waitFor(() => expect(cards()).toEqual(["Helena"]));
  expect(within(await lane("Avaria")).getByText(m.kanban_lane_no_match())).toBeInTheDocument();
  await choose(m.kanban_queues(), "Vendas");
  await choose(m.kanban_queues(), m.tickets_no_queue());
  await waitFor(() => expect(cards()).toEqual(["Ivo"]));
  await choose(m.kanban_queues(), m.tickets_no_queue());
  await choose(m.kanban_agents(), "Ana Prado");
  await waitFor(() => expect(cards()).toEqual(["Helena"]));
  await choose(m.kanban_agents(), "Ana Prado");
  await user.type(screen.getByRole("searchbox", { name: m.kanban_search() }), "ivo");
  await waitFor(() => expect(cards()).toEqual(["Ivo"]));
});

test("filters: an admin's board starts with the queues that the admin serves, and with tickets without a queue", async () => {
  givenLanes();
  const [sales, workshop] = [desk.queue({ name: "Vendas" }), desk.queue({ name: "Oficinas" })];
  desk.ticket({ contactName: "Helena", queueId: sales.id });
  desk.ticket({ contactName: "Ivo", queueId: workshop.id });
  desk.ticket({ contactName: "Rosa", queueId: null });
  await render({ queues: [{ id: sales.id, name: "Vendas", color: "#1d7f52", UserQueue: { queueId: sales.id } }] });
  await cardIn(open(), "Helena");
  expect(cards().sort()).toEqual(["Helena", "Rosa"]);
});

test("move: the menu moves a card, the card keeps the focus, and the toast moves it back", async () => {
  const { quote } = givenLanes();
  const ticket = desk.ticket({ contactName: "Helena" });
  applyMoves(ticket);
  const { user, desk: device } = await render();
  await moveByMenu(user, "Helena", "Orçamento");
  await waitFor(async () => expect(await keyOf("Orçamento", "Helena")).toHaveFocus());
  await waitFor(() => expect(moves()).toEqual([["ticket.lane", { ticketId: ticket.id, laneId: quote.id }]]));
  await synced(device);
  expect(await screen.findByText(m.kanban_added())).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: m.tickets_undo() }));
  expect(await cardIn(open(), "Helena")).toBeInTheDocument();
  await waitFor(() => expect(moves()[1]).toEqual(["ticket.lane", { ticketId: ticket.id, laneId: null }]));
});

test("move: without a network the card is marked as waiting, and undo discards the move", async () => {
  givenLanes();
  desk.ticket({ contactName: "Helena" });
  const { user, desk: device } = await render();
  await cardIn(open(), "Helena");
  const reconnect = await cutNetwork(desk, device);
  expect(await screen.findByText(m.kanban_offline())).toBeInTheDocument();
  await moveByMenu(user, "Helena", "Avaria");
  expect(within(await cardIn("Avaria", "Helena")).getByText(m.kanban_waits())).toBeInTheDocument();
  expect(await screen.findByText(m.kanban_moved_here())).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: m.tickets_undo() }));
  const back = within(await cardIn(open(), "Helena"));
  await waitFor(() => expect(back.queryByText(m.kanban_waits())).not.toBeInTheDocument());
  reconnect();
  await synced(device);
  expect(moves()).toEqual([]);
});

test("move: the keys announce each step, Escape leaves the card where it was", async () => {
  const { damage } = givenLanes();
  const ticket = desk.ticket({ contactName: "Helena" });
  applyMoves(ticket);
  const { user } = await render();
  const names = { name: "Helena", lane: open() };
  (await keyOf(open(), "Helena")).focus();
  await user.keyboard(" ");
  await said(m.kanban_say_lifted(names));
  await user.keyboard("{ArrowRight}");
  await said(m.kanban_say_over({ name: "Helena", lane: "Orçamento", place: 2, count: 3 }));
  await user.keyboard("{Escape}");
  await said(m.kanban_say_cancelled(names));
  await user.keyboard(" {ArrowRight}{ArrowRight} ");
  await said(m.kanban_say_dropped({ name: "Helena", lane: "Avaria" }));
  await waitFor(async () => expect(await keyOf("Avaria", "Helena")).toHaveFocus());
  await waitFor(() => expect(moves()).toEqual([["ticket.lane", { ticketId: ticket.id, laneId: damage.id }]]));
});

test("move: a card that a user may not answer has no menu and is not lifted", async () => {
  givenLanes();
  desk.ticket({ contactName: "Helena", canAnswer: false });
  const { user } = await render({ profile: "user" });
  (await keyOf(open(), "Helena")).focus();
  expect(screen.queryByRole("button", { name: m.kanban_move_of({ name: "Helena" }) })).not.toBeInTheDocument();
  await user.keyboard(" {ArrowRight} ");
  await said(m.kanban_not_yours());
  expect(await cardIn(open(), "Helena")).toBeInTheDocument();
  expect(moves()).toEqual([]);
});

test("board: a colleague's move appears without a reload", async () => {
  const { quote } = givenLanes();
  const ticket = desk.ticket({ contactName: "Helena" });
  await render();
  await cardIn(open(), "Helena");
  desk.replication.put("tickets", { ...ticket, tagIds: [quote.id] });
  desk.replication.poke("tickets");
  expect(await cardIn("Orçamento", "Helena")).toBeInTheDocument();
  expect(cards()).toEqual(["Helena"]);
});

test("card: opens beside the board on a wide screen; Ver Ticket leads to the ticket, and on a phone so does the card", async () => {
  givenLanes();
  const ticket = desk.ticket({ contactName: "Helena" });
  answer("get", `/tickets/${ticket.id}/timeline`, { events: [] });
  matchQueries("(width >= 75rem)");
  const wide = await render();
  await wide.user.click(await keyOf(open(), "Helena"));
  const panel = await screen.findByRole("complementary", { name: m.kanban_panel() });
  await wide.user.click(within(panel).getByRole("button", { name: m.kanban_panel_close() }));
  expect(screen.queryByRole("complementary", { name: m.kanban_panel() })).not.toBeInTheDocument();
  expect(screen.getByRole("link", { name: m.kanban_see_of({ name: "Helena" }) })).toHaveAttribute(
    "href",
    `/tickets/${ticket.id}`,
  );
  wide.unmount();
  becomePhone();
  const phone = await render();
  await phone.user.click(await keyOf(open(), "Helena"));
  await waitFor(() => expect(phone.router.state.location.pathname).toBe(`/tickets/${ticket.id}`));
});
