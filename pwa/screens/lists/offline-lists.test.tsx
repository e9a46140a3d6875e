import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { createFakeServer, type FakeServer } from "../../../sync/client/testing/fake-server.ts";
import { givenContact, givenTicket } from "../../../sync/client/testing/given.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { becomePhone } from "../../testing/browser-gaps.ts";
import { renderScreen } from "../../testing/render.tsx";
import { server } from "../../testing/server.ts";
import { ContactsScreen } from "../contacts/index.tsx";
import { HelpsScreen } from "../helps/index.tsx";
import { TagsScreen } from "../tags/index.tsx";

const vip = { id: "vip", rev: 1, kind: "tag", name: "VIP", color: "#b9890f", isKanban: false, lanePosition: 0 };
const helena = givenContact({ name: "Helena Sampaio", email: "helena@exemplo.com.br" });
const jonas = givenContact({ name: "Jonas Vilela", email: "" });

beforeEach(() => {
  server.use(
    http.get("/contacts", () => HttpResponse.error()),
    http.get("/tags", () => HttpResponse.error()),
    http.get("/helps/list", () => HttpResponse.error()),
    http.get("/first-steps", () => HttpResponse.error()),
  );
});

/** Creates a server with two contacts, and the ticket of one of them. */
function givenDesk(): FakeServer {
  const replication = createFakeServer();
  replication.put("refs", vip);
  replication.put("contacts", helena);
  replication.put("contacts", jonas);
  replication.put("tickets", givenTicket({ contactId: helena.id, contactName: helena.name, tagIds: ["vip"] }));
  return replication;
}

/** Renders the screen, lets the device pull everything, and disconnects the network. */
async function renderOffline(part: React.ReactNode, replication = givenDesk()) {
  const rendered = await renderScreen(part, { replication });
  await expect.poll(() => rendered.desk.status.get().firstSyncDone).toBe(true);
  replication.online = false;
  replication.poke("refs");
  await expect.poll(() => rendered.desk.status.get().linkUp).toBe(false);
  return rendered;
}

const row = async (name: string) => within((await screen.findByText(name)).closest("tr") as HTMLElement);

test('offline contacts: a stored ticket gives last message and tags, the other contact shows "on the server"', async () => {
  await renderOffline(<ContactsScreen />);
  const known = await row("Helena Sampaio");
  expect(await known.findByText("VIP")).toBeInTheDocument();
  expect(known.queryByText(m.lists_on_server())).not.toBeInTheDocument();
  const unknown = await row("Jonas Vilela");
  expect(unknown.getByText(m.lists_on_server())).toBeInTheDocument();
  // The device stores whole contacts, so it knows that this one has no e-mail address.
  expect(unknown.getAllByText("—")).toHaveLength(1);
});

test("offline contacts: count and search refer to this device, and the signs are explained", async () => {
  await renderOffline(<ContactsScreen />);
  expect(await screen.findByText(m.lists_count_here({ count: "2" }))).toBeInTheDocument();
  expect(screen.getByRole("searchbox", { name: m.lists_search_here() })).toBeInTheDocument();
  expect(screen.getByText(m.contacts_sign_on_server())).toBeInTheDocument();
});

test("offline contacts: the tag filter searches this device", async () => {
  const { user } = await renderOffline(<ContactsScreen />);
  await row("Jonas Vilela");
  await user.click(screen.getByRole("button", { name: m.contacts_tag_filter() }));
  await user.click(await screen.findByRole("checkbox", { name: "VIP" }));
  expect(await screen.findByText(m.lists_count_here({ count: "1" }))).toBeInTheDocument();
  expect(screen.queryByText("Jonas Vilela")).not.toBeInTheDocument();
});

test("offline contacts on a phone: the sheet says that tags and last message are on the server", async () => {
  becomePhone();
  const { user } = await renderOffline(<ContactsScreen />);
  await user.click(await screen.findByRole("button", { name: /Jonas Vilela/ }));
  const sheet = within(await screen.findByRole("dialog", { name: "Jonas Vilela" }));
  expect(sheet.getAllByText(m.lists_on_server())).toHaveLength(2);
});

test("offline tags: those of this device are listed, and only their ticket counts are on the server", async () => {
  await renderOffline(<TagsScreen />);
  const tag = await row("VIP");
  expect(tag.getByText(m.lists_on_server())).toBeInTheDocument();
  expect(screen.getByText(m.tags_offline_kept())).toBeInTheDocument();
  expect(screen.queryByText(m.lists_offline_title())).not.toBeInTheDocument();
});

test("offline helps: the page, which no device stores, says so in one sentence", async () => {
  await renderOffline(<HelpsScreen />);
  expect(await screen.findByText(m.helps_offline_title())).toBeInTheDocument();
  expect(screen.queryByText(m.lists_offline())).not.toBeInTheDocument();
});
