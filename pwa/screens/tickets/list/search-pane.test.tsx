import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { m } from "../../../i18n/paraglide/messages.js";
import { DirectoryProvider } from "../../../session/directory.tsx";
import { cutNetwork, type GivenDesk, givenDesk } from "../../../testing/given-desk.ts";
import { renderScreen } from "../../../testing/render.tsx";
import { server } from "../../../testing/server.ts";
import { SearchPane } from "./search-pane.tsx";

const FOUND_ID = "0190d3a0-0000-7000-8000-00000000f001";

let desk: GivenDesk;
let asked: URLSearchParams[];
beforeEach(() => {
  desk = givenDesk();
  asked = [];
  answer({ tickets: [], hasMore: false });
});

function answer(page: { tickets: unknown[]; hasMore: boolean }) {
  server.use(
    http.get("/tickets", ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return HttpResponse.json(page);
    }),
  );
}

const ticketOnServer = (change: object = {}) => ({
  id: FOUND_ID,
  status: "closed",
  isGroup: false,
  queueId: null,
  contactId: "0190d3a0-0000-7000-8000-00000000f002",
  contact: { name: "Helena de Tal", number: "5531955500148" },
  createdAt: "2025-01-10T12:00:00.000Z",
  updatedAt: "2025-01-10T12:00:00.000Z",
  ...change,
});

async function renderSearch(options: Parameters<typeof renderScreen>[1] & { asked?: string } = {}) {
  const [onNew, onTab] = [vi.fn(), vi.fn()];
  const part = (
    <DirectoryProvider>
      <SearchPane
        queueIds={null}
        selectedId={null}
        asked={options.asked}
        onNew={onNew}
        onTab={onTab}
        onWaiting={() => undefined}
      />
    </DirectoryProvider>
  );
  const rendered = await renderScreen(part, { replication: desk.replication, ...options });
  const field = await screen.findByRole("searchbox", { name: m.tickets_search_label() });
  return { ...rendered, field, onNew };
}

const status = () => screen.findByRole("status");

test("search: without a text it says what can be searched and sends no request", async () => {
  await renderSearch();
  expect(screen.getByText(m.tickets_search_hint())).toBeInTheDocument();
  expect(asked).toEqual([]);
});

test("search: finds tickets, contacts and messages on this device, ignoring accents", async () => {
  const ticket = desk.ticket({ contactName: "Inês" });
  desk.contact({ name: "Ines Prado" });
  desk.message(ticket, { body: "Falei com a Inês" });
  const { user, field } = await renderSearch();
  await user.type(field, "ines");
  const headings = () => screen.queryAllByRole("heading", { level: 2 }).map((heading) => heading.textContent);
  const names = [m.search_tickets(), m.search_messages(), m.search_contacts()];
  await waitFor(() => expect(headings()).toEqual(names.map((name) => `${name}1`)));
  expect(await screen.findByText(new RegExp(m.tickets_search_server_none()))).toBeInTheDocument();
});

test("search: a found message opens its conversation at that message, and the matches are highlighted", async () => {
  const ticket = desk.ticket({ contactName: "Raul" });
  const message = desk.message(ticket, { body: "A coleta é amanhã" });
  const { user, field } = await renderSearch();
  await user.type(field, "coleta");
  expect((await screen.findByText("coleta")).tagName).toBe("MARK");
  const link = screen.getByRole("link", { name: "Raul" });
  expect(link).toHaveAttribute("href", `/tickets/${ticket.id}?message=${message.id}`);
});

test("search: a message of a pending ticket offers an agent to accept it instead of opening it", async () => {
  const ticket = desk.ticket({ contactName: "Raul", status: "pending" });
  desk.message(ticket, { body: "A coleta é amanhã" });
  const { user, field, replication } = await renderSearch({ signedIn: { profile: "user" } });
  await user.type(field, "coleta");
  const accept = await screen.findByRole("button", { name: m.tickets_accept_of({ name: "Raul" }) });
  expect(screen.queryByRole("link", { name: "Raul" })).not.toBeInTheDocument();
  await user.click(accept);
  await waitFor(() => expect(replication.applied).toMatchObject([{ type: "ticket.accept" }]));
});

test("search: a conversation can be started with a contact without a ticket, but not with a group", async () => {
  const contact = desk.contact({ name: "Bento Prado" });
  desk.contact({ name: "Grupo Prado", isGroup: true });
  const { user, field, onNew } = await renderSearch();
  await user.type(field, "prado");
  await user.click(await screen.findByRole("button", { name: m.search_start_with({ name: "Bento Prado" }) }));
  expect(onNew).toHaveBeenCalledWith(expect.objectContaining({ id: contact.id }));
  expect(screen.queryByText("Grupo Prado")).not.toBeInTheDocument();
});

test("search: older tickets from the server are listed below those of this device, without duplicates", async () => {
  const here = desk.ticket({ contactName: "Helena Sampaio" });
  answer({ tickets: [ticketOnServer(), ticketOnServer({ id: here.id })], hasMore: false });
  const { user, field } = await renderSearch();
  await user.type(field, "helena");
  expect(await screen.findByRole("link", { name: "Helena de Tal" })).toHaveAttribute("href", `/tickets/${FOUND_ID}`);
  expect(screen.getAllByRole("link")).toHaveLength(2);
  expect(await status()).toHaveTextContent(m.search_found_server({ count: 1 }));
  expect(asked.at(-1)?.get("searchParam")).toBe("helena");
});

test("search: a failed server request is shown and can be retried", async () => {
  server.use(http.get("/tickets", () => new HttpResponse(null, { status: 500 })));
  const { user, field } = await renderSearch();
  await user.type(field, "helena");
  const retry = await screen.findByRole("button", { name: m.search_retry() });
  expect(await status()).toHaveTextContent(m.tickets_search_server_failed());
  answer({ tickets: [ticketOnServer()], hasMore: false });
  await user.click(retry);
  expect(await status()).toHaveTextContent(m.tickets_search_server_busy());
  expect(await screen.findByRole("link", { name: "Helena de Tal" })).toBeInTheDocument();
});

test("search: a button loads more pages from the server", async () => {
  answer({ tickets: [ticketOnServer()], hasMore: true });
  const { user, field } = await renderSearch();
  await user.type(field, "helena");
  await user.click(await screen.findByRole("button", { name: m.tickets_search_more() }));
  await waitFor(() => expect(asked.map((query) => query.get("pageNumber"))).toEqual(["1", "1", "2"]));
});

test("search: without a network it searches only this device and says so", async () => {
  desk.ticket({ contactName: "Helena Sampaio" });
  const { user, field, desk: local } = await renderSearch();
  await user.type(field, "hel");
  await screen.findByRole("link", { name: "Helena Sampaio" });
  await waitFor(() => expect(asked.length).toBeGreaterThan(0));
  await cutNetwork(desk, local);
  await user.type(field, "ena");
  expect(await screen.findByText(new RegExp(m.tickets_search_offline()))).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Helena Sampaio" })).toBeInTheDocument();
});

test.each([
  { profile: "user" as const, filters: [m.tickets_search_tags] },
  { profile: "admin" as const, filters: [m.tickets_search_tags, m.tickets_search_users] },
])("search: $profile sees the filters of that profile and no others", async ({ profile, filters }) => {
  await renderSearch({ signedIn: { profile } });
  for (const filter of filters) expect(screen.getByRole("button", { name: filter() })).toBeInTheDocument();
  expect(screen.getAllByRole("button")).toHaveLength(filters.length);
});

test("search: shows a notice when nothing is found", async () => {
  const { user, field } = await renderSearch();
  await user.type(field, "zzz");
  expect(await screen.findByText(m.search_none_title())).toBeInTheDocument();
});
