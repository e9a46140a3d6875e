import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { TicketDocument } from "../../../../contracts/desk/tickets.ts";
import { testNow, testTime } from "../../../../contracts/testing/clock.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { DirectoryProvider } from "../../../session/directory.tsx";
import { cutNetwork, type GivenDesk, givenDesk, lastMessage } from "../../../testing/given-desk.ts";
import { renderScreen } from "../../../testing/render.tsx";
import { TicketList } from "./ticket-list.tsx";

const AGENT = "0190d3a0-0000-7000-8000-0000000000a1";
const agent = { id: AGENT, profile: "user" as const };

let desk: GivenDesk;
beforeEach(() => {
  desk = givenDesk();
});

async function renderList(options: Parameters<typeof renderScreen>[1] = {}) {
  const onNew = vi.fn();
  const part = (
    <DirectoryProvider>
      <TicketList selectedId={null} onNew={onNew} />
    </DirectoryProvider>
  );
  return { ...(await renderScreen(part, { replication: desk.replication, ...options })), onNew };
}

const tab = (name: string) => screen.findByRole("tab", { name: new RegExp(`^${name}`) });
const list = () => screen.findByRole("list", { name: m.tickets_list_label() });
const row = async (name: string) => {
  const cell = await screen.findByText(name);
  return within(cell.closest("li") as HTMLElement);
};
const rowNames = async () =>
  within(await list())
    .getAllByRole("listitem")
    .flatMap((each) => each.querySelector("a")?.textContent ?? []);

test("ticket list: an agent sees and counts only their own open tickets and has no show-all switch", async () => {
  desk.ticket({ contactName: "Helena", userId: AGENT });
  desk.ticket({ contactName: "Raul", userId: null });
  await renderList({ signedIn: agent });
  await row("Helena");
  expect(screen.queryByText("Raul")).not.toBeInTheDocument();
  await waitFor(async () => expect(await tab(m.tickets_sub_open())).toHaveTextContent(`${m.tickets_sub_open()}1`));
  expect(screen.queryByRole("switch", { name: m.tickets_show_all() })).not.toBeInTheDocument();
});

test("ticket list: an admin first sees everyone's tickets and can switch to their own", async () => {
  desk.ticket({ contactName: "Helena", userId: AGENT });
  desk.ticket({ contactName: "Raul", userId: null });
  const { user } = await renderList({ signedIn: { id: AGENT } });
  await row("Raul");
  await user.click(screen.getByRole("switch", { name: m.tickets_show_all() }));
  await waitFor(() => expect(screen.queryByText("Raul")).not.toBeInTheDocument());
  await row("Helena");
});

test("ticket list: a pending ticket is opened to be read; its button accepts it", async () => {
  const ticket = desk.ticket({ contactName: "Helena", status: "pending", unreadMessages: 2 });
  const { user, router, replication } = await renderList({ signedIn: agent });
  await user.click(await tab(m.tickets_sub_pending()));
  await row("Helena");
  await user.click(screen.getByRole("link", { name: "Helena" }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${ticket.id}`));
  expect(replication.applied).toEqual([]);
  await user.click(screen.getByRole("button", { name: m.tickets_accept_of({ name: "Helena" }) }));
  await waitFor(() => expect(replication.applied).toMatchObject([{ type: "ticket.accept" }]));
});

test.each([
  { profile: "user" as const, offered: 0 },
  { profile: "admin" as const, offered: 1 },
])(
  "ticket list: the button to look into a pending ticket is offered to $profile $offered times",
  async ({ profile, offered }) => {
    desk.ticket({ contactName: "Helena", status: "pending" });
    const { user } = await renderList({ signedIn: { profile } });
    await user.click(await tab(m.tickets_sub_pending()));
    const helena = await row("Helena");
    expect(helena.queryAllByRole("button", { name: m.tickets_spy({ name: "Helena" }) })).toHaveLength(offered);
  },
);

const rows: { what: string; change: Partial<TicketDocument>; shows: string[] }[] = [
  { what: "the contact's last words", change: { lastMessage: lastMessage({ body: "Cadê?" }) }, shows: ["Cadê?"] },
  {
    what: "how far our own words came",
    change: { lastMessage: lastMessage({ fromMe: true, body: "A caminho", ack: 3 }) },
    shows: ["A caminho", m.tickets_delivery_read()],
  },
  {
    what: "that our message was not taken",
    change: { lastMessage: lastMessage({ fromMe: true, body: "Oi", errorCode: "ERR_CHANNEL_REFUSED" }) },
    shows: ["Não saiu: Oi"],
  },
  {
    what: "the length of an audio",
    change: { lastMessage: lastMessage({ mediaType: "audio", mediaSeconds: 23 }) },
    shows: ["0:23"],
  },
  {
    what: "the kind of a file without words",
    change: { lastMessage: lastMessage({ mediaType: "image", body: "" }) },
    shows: [m.tickets_media_image()],
  },
  {
    what: "the customer's words and not the robot's menu",
    change: {
      lastMessage: lastMessage({ fromMe: true, origin: "menu", body: "Escolha" }),
      lastWords: lastMessage({ body: "Quero um vaso" }),
    },
    shows: ["Quero um vaso"],
  },
  { what: "the unread count in words", change: { unreadMessages: 3 }, shows: [m.tickets_unread({ count: 3 })] },
];

test.each(rows)("ticket row: shows $what", async ({ change, shows }) => {
  desk.ticket({ contactName: "Helena", ...change });
  await renderList();
  const helena = await row("Helena");
  for (const words of shows) {
    expect(helena.queryByText(words) ?? helena.getByRole("img", { name: words })).toBeInTheDocument();
  }
});

test("ticket row: shows queue, tags and assignee", async () => {
  const queue = desk.queue({ name: "Entregas" });
  const tag = desk.tag({ name: "Obra" });
  const bia = desk.colleague({ name: "Bia Prado" });
  desk.ticket({ contactName: "Helena", queueId: queue.id, tagIds: [tag.id], userId: bia.id });
  await renderList();
  const helena = await row("Helena");
  expect(await helena.findByText("Entregas")).toBeInTheDocument();
  expect(await helena.findByText("Obra")).toBeInTheDocument();
  expect(await helena.findByRole("img", { name: m.tickets_assignee({ name: "Bia Prado" }) })).toBeInTheDocument();
});

test("ticket row: a message that has not left this device is counted as queued", async () => {
  const ticket = desk.ticket({ contactName: "Helena" });
  const { desk: local } = await renderList();
  await row("Helena");
  await cutNetwork(desk, local);
  await local.send("message.send", { ticketId: ticket.id, body: "Já vai", seenMessageId: null });
  const helena = await row("Helena");
  expect(await helena.findByText(m.tickets_queued_chip({ count: 1 }))).toBeInTheDocument();
  expect(helena.getByRole("img", { name: m.tickets_delivery_queued() })).toBeInTheDocument();
});

test("ticket row: a draft replaces the last message and is marked", async () => {
  const ticket = desk.ticket({ contactName: "Helena", lastMessage: lastMessage({ body: "Cadê?" }) });
  const { desk: local } = await renderList();
  await local.draft(ticket.id).set("Estou vendo");
  const helena = await row("Helena");
  expect(await helena.findByText("Estou vendo")).toBeInTheDocument();
  expect(helena.getByText(m.tickets_draft())).toBeInTheDocument();
  expect(helena.queryByText("Cadê?")).not.toBeInTheDocument();
});

test("pending list: tickets in the bot's menu are below their heading and not counted", async () => {
  desk.ticket({ contactName: "Ainda no menu", status: "pending", chatbot: true });
  desk.ticket({ contactName: "Espera gente", status: "pending" });
  const { user } = await renderList();
  await user.click(await tab(m.tickets_sub_pending()));
  const heading = await screen.findByRole("heading", { name: new RegExp(m.tickets_in_robot()) });
  const waits = screen.getByText("Espera gente");
  const inMenu = screen.getByText("Ainda no menu");
  expect(waits.compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(heading.compareDocumentPosition(inMenu)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await waitFor(async () =>
    expect(await tab(m.tickets_sub_pending())).toHaveTextContent(`${m.tickets_sub_pending()}1`),
  );
});

test("pending list: who waits longest is first, then those nobody waits in; the order is named and kept", async () => {
  const ago = (minutes: number) => new Date(testTime() - minutes * 60_000).toISOString();
  const waits = (contactName: string, minutes: number | null) =>
    desk.ticket({
      ...{ contactName, status: "pending", lastMessageAt: ago(minutes ?? 500) },
      waitingSince: minutes === null ? null : ago(minutes),
    });
  waits("Nova", 20);
  waits("Antiga", 75);
  waits("Respondida", null);
  const { user, unmount } = await renderList();
  await user.click(await tab(m.tickets_sub_pending()));
  await row("Antiga");
  expect(await rowNames()).toEqual(["Antiga", "Nova", "Respondida"]);
  const urgencies = ["Antiga", "Nova"].map(async (name) =>
    (await row(name)).getByRole("img", { name: /espera/ }).getAttribute("data-urgency"),
  );
  expect(await Promise.all(urgencies)).toEqual(["overdue", "attention"]);
  expect((await row("Antiga")).getByText("1 h 15 min")).toBeVisible();
  expect(screen.getByText(m.tickets_nobody_waits())).toBeVisible();
  expect(screen.getByText(m.tickets_overdue({ count: 1 }))).toBeVisible();
  const order = (name: string) => screen.findByRole("button", { name: m.tickets_order_change({ order: name }) });
  await user.click(await order(m.tickets_order_oldest()));
  await waitFor(async () => expect(await rowNames()).toEqual(["Nova", "Antiga", "Respondida"]));
  unmount();
  const again = await renderList();
  await again.user.click(await tab(m.tickets_sub_pending()));
  expect(await order(m.tickets_order_newest())).toHaveTextContent(m.tickets_order_newest());
});

test("queue filter: unchecking a queue hides its tickets, and the button shows how many queues are selected", async () => {
  const sales = desk.queue({ name: "Vendas" });
  desk.ticket({ contactName: "Helena", queueId: sales.id });
  desk.ticket({ contactName: "Raul", queueId: null });
  const { user } = await renderList();
  await row("Helena");
  await user.click(screen.getByRole("button", { name: `${m.tickets_queues_filter()}: ${m.tickets_queues_all()}` }));
  await user.click(await screen.findByRole("checkbox", { name: "Vendas" }));
  await waitFor(() => expect(screen.queryByText("Helena")).not.toBeInTheDocument());
  await row("Raul");
  expect(screen.getByText(m.tickets_queues_some({ count: 1 }))).toBeInTheDocument();
});

test.each([
  { where: m.tickets_tab_closed, change: { status: "closed" as const, updatedAt: testNow().toISOString() } },
  { where: m.tickets_tab_group, change: { isGroup: true } },
])(
  "ticket list: a ticket that is not an open conversation is shown in its own tab $change",
  async ({ where, change }) => {
    desk.ticket({ contactName: "Helena", ...change });
    const { user } = await renderList();
    expect(await screen.findByText(m.tickets_empty_open())).toBeInTheDocument();
    await user.click(await tab(where()));
    await row("Helena");
  },
);

test("ticket list: before the first sync it says that the tickets need a network", async () => {
  desk.ticket({ contactName: "Helena" });
  desk.replication.online = false;
  await renderList();
  expect(await screen.findByText(m.tickets_first_sync_offline())).toBeInTheDocument();
  expect(screen.queryByText("Helena")).not.toBeInTheDocument();
});

test("ticket list keys: J moves through the rows, A accepts, N starts a ticket, a digit changes the tab", async () => {
  desk.ticket({ contactName: "Helena", status: "pending" });
  const { user, replication, onNew } = await renderList();
  await user.click(await tab(m.tickets_sub_pending()));
  await row("Helena");
  await user.keyboard("n");
  expect(onNew).toHaveBeenCalledOnce();
  await user.keyboard("j");
  expect(screen.getByRole("link", { name: "Helena" })).toHaveFocus();
  await user.keyboard("a");
  await waitFor(() => expect(replication.applied).toMatchObject([{ type: "ticket.accept" }]));
  await user.keyboard("2");
  expect(await tab(m.tickets_tab_closed())).toHaveAttribute("aria-selected", "true");
});
