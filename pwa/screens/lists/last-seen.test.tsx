import { hashKey } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, onTestFinished, test, vi } from "vitest";
import type { SessionUser } from "../../../contracts/account/session.ts";
import { createFakeServer } from "../../../sync/client/testing/fake-server.ts";
import { fullDisk } from "../../../sync/client/testing/full-disk.ts";
import { moment } from "../../i18n/full-dates.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { serverCache } from "../../session/server-data/server-cache.ts";
import { useServerData } from "../../session/server-data/use-server-data.ts";
import { signOut } from "../../session/session.ts";
import { answer, disconnect, hold } from "../../testing/answers.ts";
import { renderScreen } from "../../testing/render.tsx";
import { server } from "../../testing/server.ts";
import { HelpsScreen } from "../helps/index.tsx";
import { HelpsTab } from "../platform/helps/index.tsx";
import { UsersScreen } from "../users/index.tsx";
import { useList } from "./use-list.ts";

const HOUR_MS = 3_600_000;
const owner = { id: "0190d3a0-0000-7000-8000-00000000d0a7", companyId: "0190d3a0-0000-7000-8000-0000000000c1" };
const bia = { id: "b", name: "Bia Nogueira", email: "bia@demo.example", profile: "user", queues: [], online: false };
const video = { id: "h", title: "Primeiros passos", description: "", video: "abc" };

/** Shows a screen an hour ago, until it has a text, and closes the page. Returns when it was read. */
async function seenBefore(
  part: React.ReactNode,
  text: string,
  signedIn: Partial<SessionUser> = owner,
): Promise<string> {
  const now = Date.now;
  const turnedBack = vi.spyOn(Date, "now").mockImplementation(() => now() - HOUR_MS);
  onTestFinished(() => turnedBack.mockRestore());
  const { unmount, desk } = await renderScreen(part, { signedIn });
  await screen.findAllByText(text);
  await waitFor(() => expect(serverCache.isFetching()).toBe(0));
  await desk.answers.get("waits for the writes before it");
  const readAt = Math.max(
    ...serverCache
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.dataUpdatedAt),
  );
  unmount();
  turnedBack.mockRestore();
  return new Date(readAt).toISOString();
}

type Reopening = { signedIn?: Partial<SessionUser>; isReachable?: boolean };

/** Opens the page again on the same device: by default without a network. */
async function reopen(part: React.ReactNode, { signedIn = owner, isReachable = false }: Reopening = {}) {
  const replication = createFakeServer();
  replication.online = isReachable;
  const rendered = await renderScreen(part, { signedIn, replication, sameDevice: true });
  await waitFor(() => expect(rendered.desk.status.get().linkUp).toBe(isReachable));
  return { ...rendered, replication };
}

const listOf = (at: string) => m.lists_list_of({ when: moment(at) });
const usersAnswer = () => answer("get", "/users/", { users: [bia], hasMore: false });

test("last seen: a list is shown offline with its time, read-only, and is current again when the server answers", async () => {
  usersAnswer();
  const at = await seenBefore(<UsersScreen />, "Bia Nogueira");
  disconnect("get", "/users/");
  const { replication } = await reopen(<UsersScreen />);
  const edit = { name: m.users_edit_of({ name: "Bia Nogueira" }) };
  const row = within(await screen.findByRole("row", { name: /Bia Nogueira/ }));
  expect(await screen.findByText(listOf(at))).toBeInTheDocument();
  expect(screen.getByText(m.lists_offline())).toBeInTheDocument();
  expect(row.getByRole("button", edit)).toBeDisabled();
  answer("get", "/users/", { users: [{ ...bia, name: "Beatriz Nogueira" }], hasMore: false });
  replication.online = true;
  expect(await screen.findByText("Beatriz Nogueira")).toBeInTheDocument();
  expect(screen.queryByText(listOf(at))).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: m.users_edit_of({ name: "Beatriz Nogueira" }) })).toBeEnabled();
});

test("last seen: with a network the rows show at once, and change nothing before the answer", async () => {
  usersAnswer();
  await seenBefore(<UsersScreen />, "Bia Nogueira");
  const answered = Promise.withResolvers<void>();
  hold("get", "/users/", answered.promise, { users: [bia], hasMore: false });
  await reopen(<UsersScreen />, { isReachable: true });
  const edit = await screen.findByRole("button", { name: m.users_edit_of({ name: "Bia Nogueira" }) });
  expect(edit).toBeDisabled();
  answered.resolve();
  await waitFor(() => expect(edit).toBeEnabled());
});

test("last seen: with a network the rows show at once, and no form starts with them before the answer", async () => {
  answer("get", "/helps/list", [video]);
  await seenBefore(<HelpsTab />, "Primeiros passos");
  const answered = Promise.withResolvers<void>();
  hold("get", "/helps/list", answered.promise, [{ ...video, title: "Começar" }]);
  await reopen(<HelpsTab />, { isReachable: true });
  const table = within(await screen.findByRole("table"));
  expect(table.getByText("Primeiros passos")).toBeInTheDocument();
  expect(table.getByRole("button", { name: m.platform_edit_of({ name: "Primeiros passos" }) })).toBeDisabled();
  answered.resolve();
  expect(await screen.findByRole("button", { name: m.platform_edit_of({ name: "Começar" }) })).toBeEnabled();
});

test("last seen: a page is shown offline with the time of its data", async () => {
  answer("get", "/helps/list", [video]);
  answer("get", "/first-steps", { answered: true, hasSandbox: false });
  const at = await seenBefore(<HelpsScreen />, "Primeiros passos");
  disconnect("get", "/helps/list");
  await reopen(<HelpsScreen />);
  expect(await screen.findByText("Primeiros passos")).toBeInTheDocument();
  expect(await screen.findByText(m.lists_data_of({ when: moment(at) }))).toBeInTheDocument();
});

test("last seen: a list that this device has never shown needs the internet", async () => {
  answer("get", "/helps/list", [video]);
  await seenBefore(<HelpsTab />, "Primeiros passos");
  disconnect("get", "/users/");
  await reopen(<UsersScreen />);
  expect(await screen.findByText(m.lists_offline_title())).toBeInTheDocument();
});

test.each([
  ["another user", { id: "0190d3a0-0000-7000-8000-00000000b1a0" }],
  ["another company", { companyId: "0190d3a0-0000-7000-8000-0000000000c2" }],
  ["the same user with other rights", { profile: "supervisor" as const }],
])("last seen: %s on the same device sees nothing of it", async (_who, change) => {
  usersAnswer();
  await seenBefore(<UsersScreen />, "Bia Nogueira");
  disconnect("get", "/users/");
  await reopen(<UsersScreen />, { signedIn: { ...owner, ...change } });
  expect(await screen.findByText(m.lists_offline_title())).toBeInTheDocument();
  expect(screen.queryByText("Bia Nogueira")).not.toBeInTheDocument();
});

test("last seen: nothing stays in the memory of a tab whose session ended", async () => {
  usersAnswer();
  answer("delete", "/auth/logout");
  const { unmount, desk } = await renderScreen(<UsersScreen />, { signedIn: owner });
  await screen.findByText("Bia Nogueira");
  unmount();
  await desk.close();
  expect(serverCache.getQueryCache().getAll()).not.toEqual([]);
  await act(() => signOut());
  expect(serverCache.getQueryCache().getAll()).toEqual([]);
});

const readPage = (found: unknown) => found as { rows: string[]; hasMore: boolean };
function Names() {
  const list = useList({ path: "/names", read: readPage, keyOf: String, changesWith: [], remember: true });
  return (
    <>
      <p>
        {list.state}: {list.rows.join(" ")}
      </p>
      {list.hasMore && (
        <button type="button" onClick={list.more}>
          more
        </button>
      )}
    </>
  );
}
const givenPages = (...pages: string[]) =>
  server.use(
    http.get("/names", ({ request }) => {
      const at = Number(new URL(request.url).searchParams.get("pageNumber"));
      return HttpResponse.json({ rows: [pages[at - 1]], hasMore: at < pages.length });
    }),
  );

test("last seen: all pages are shown offline, and replaced together when the server answers", async () => {
  givenPages("a", "b", "c");
  const { user, unmount, desk } = await renderScreen(<Names />, { signedIn: owner });
  await user.click(await screen.findByRole("button"));
  await screen.findByText("ready: a b");
  await desk.answers.get("waits for the writes before it");
  unmount();
  disconnect("get", "/names");
  const { replication } = await reopen(<Names />);
  await screen.findByText("offline: a b");
  givenPages("A", "B", "C");
  replication.online = true;
  expect(await screen.findByText("ready: A B")).toBeInTheDocument();
});

const nameOf = (found: unknown) => (found as { name: string }).name;
function Form() {
  const { state, data } = useServerData("/things/1", nameOf);
  return (
    <p>
      {state}: {data ?? "nothing"}
    </p>
  );
}

test("last seen: what a form starts with is not stored, nor kept in memory for the next time", async () => {
  answer("get", "/things/1", { name: "Olaria" });
  await seenBefore(<Form />, "ready: Olaria");
  await waitFor(() => expect(serverCache.getQueryCache().getAll()).toEqual([]));
  disconnect("get", "/things/1");
  await reopen(<Form />);
  expect(await screen.findByText("offline: nothing")).toBeInTheDocument();
});

test("last seen: an answer that the present version cannot read is as one that was never seen", async () => {
  answer("get", "/users/", { users: [bia], hasMore: false });
  const { unmount, desk } = await renderScreen(<UsersScreen />, { signedIn: owner });
  await screen.findByText("Bia Nogueira");
  unmount();
  const key = hashKey([owner.companyId, owner.id, "list", "/users/?"]);
  expect(await desk.answers.get(key)).not.toBeNull();
  await desk.answers.put(key, { pages: [{ answer: { people: [] }, hasMore: false }], pageParams: [1] });
  disconnect("get", "/users/");
  await reopen(<UsersScreen />);
  expect(await screen.findByText(m.lists_offline_title())).toBeInTheDocument();
});

test("last seen: a device without space shows the list and stores nothing", async () => {
  usersAnswer();
  const { desk, unmount } = await renderScreen(<UsersScreen />, { signedIn: owner });
  await screen.findByText("Bia Nogueira");
  const disk = fullDisk();
  answer("get", "/users/", { users: [{ ...bia, name: "Beatriz" }], hasMore: false });
  await act(() => serverCache.invalidateQueries());
  expect(await screen.findByText("Beatriz")).toBeInTheDocument();
  await waitFor(() => expect(disk.hasFailed()).toBe(true));
  expect(desk.status.get().stores).toBe(true);
  unmount();
});
