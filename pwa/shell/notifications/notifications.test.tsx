import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { givenTicket } from "../../../sync/client/testing/given.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { answer, disconnect, refuse } from "../../testing/answers.ts";
import { renderScreen } from "../../testing/render.tsx";
import { NotificationBell } from "./bell.tsx";
import type { Waiting } from "./new-messages.ts";
import { NotificationSettings } from "./settings-dialog.tsx";
import { setWaiting } from "./waiting-store.ts";

afterEach(() => setWaiting([]));

const helena = givenTicket({ contactName: "Helena Sampaio", unreadMessages: 2 }) as Waiting;
const renderBell = () => renderScreen(<NotificationBell />, { path: "/tags" });
const bell = (count: number) =>
  screen.findByRole("button", {
    name: count === 0 ? m.notify_bell() : m.notify_bell_count({ count: String(count) }),
  });

test("the bell's name states how many conversations wait", async () => {
  await renderBell();
  expect(await bell(0)).toBeInTheDocument();
  act(() => setWaiting([helena]));
  expect(await bell(1)).toBeInTheDocument();
});

test("the bell says so when no conversation waits", async () => {
  const { user } = await renderBell();
  await user.click(await bell(0));
  expect(await screen.findByText(m.notify_none())).toBeInTheDocument();
});

test("the bell opens a waiting conversation and closes its list", async () => {
  setWaiting([helena]);
  const { user, router } = await renderBell();
  await user.click(await bell(1));
  await user.click(await screen.findByRole("button", { name: /Helena Sampaio/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${helena.id}`));
  await waitFor(() => expect(screen.queryByRole("button", { name: /Helena Sampaio/ })).not.toBeInTheDocument());
});

test('the bell says "new message" for a ticket whose last message is not on the device', async () => {
  setWaiting([{ ...helena, lastMessage: null }]);
  const { user } = await renderBell();
  await user.click(await bell(1));
  const row = await screen.findByRole("button", { name: /Helena Sampaio/ });
  expect(within(row).getByText(m.notify_new_message())).toBeInTheDocument();
});

const switches = { mine: true, waiting: false, preview: true, device: false, isSubscribed: false };
const renderSettings = () => renderScreen(<NotificationSettings open onClose={() => undefined} />);
const toggle = (name: string) => screen.findByRole("switch", { name });

test("notification settings: the switches show the server's values, and a change sends all of them", async () => {
  answer("get", "/push/settings", switches);
  const sent = answer("put", "/push/settings", { ...switches, waiting: true });
  const { user } = await renderSettings();
  expect(await toggle(m.notify_mine())).toBeChecked();
  await user.click(await toggle(m.notify_waiting()));
  await waitFor(() => expect(sent).toEqual([{ mine: true, waiting: true, preview: true, device: false }]));
  expect(await toggle(m.notify_waiting())).toBeChecked();
});

test("notification settings: a browser without push leaves its switch off and says so", async () => {
  answer("get", "/push/settings", switches);
  const { user } = await renderSettings();
  await user.click(await toggle(m.notify_device()));
  expect(await screen.findByRole("alert")).toHaveTextContent(m.notify_device_failed());
  expect(await toggle(m.notify_device())).not.toBeChecked();
});

test.each([
  ["without a network", () => disconnect("get", "/push/settings")],
  ["when the server refuses", () => refuse("get", "/push/settings", "ERR_INTERNAL", { status: 500 })],
])("notification settings: %s they say that they need the server, and offer no switch", async (_name, prepare) => {
  prepare();
  await renderSettings();
  expect(await screen.findByRole("alert")).toHaveTextContent(m.notify_needs_network());
  expect(screen.queryByRole("switch")).not.toBeInTheDocument();
});

test("notification settings: the test stops at the first step that fails", async () => {
  answer("get", "/push/settings", switches);
  const { user } = await renderSettings();
  await user.click(await screen.findByRole("button", { name: m.notify_test() }));
  const steps = await screen.findAllByRole("listitem");
  expect(steps).toHaveLength(1);
  expect(steps[0]).toHaveTextContent(m.notify_step_permission());
  expect(steps[0]).toHaveTextContent(m.notify_step_failed());
});
