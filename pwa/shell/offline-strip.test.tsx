import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { createFakeServer } from "../../sync/client/testing/fake-server.ts";
import { fullDisk } from "../../sync/client/testing/full-disk.ts";
import { m } from "../i18n/paraglide/messages.js";
import { becomePhone } from "../testing/browser-gaps.ts";
import { renderScreen } from "../testing/render.tsx";
import { OfflineStrip } from "./offline-strip.tsx";

async function renderOffline() {
  const replication = createFakeServer();
  replication.online = false;
  const onSeeQueue = vi.fn();
  const rendered = await renderScreen(<OfflineStrip onSeeQueue={onSeeQueue} />, { replication });
  await rendered.desk.send("ticket.close", { ticketId: crypto.randomUUID() });
  return { ...rendered, onSeeQueue };
}

test("offline strip: on wide screens it shows the full text and a button that opens the outbox", async () => {
  const { user, onSeeQueue } = await renderOffline();
  await user.click(await screen.findByRole("button", { name: m.tickets_strip_see() }));
  expect(onSeeQueue).toHaveBeenCalledOnce();
  expect(screen.getByText(m.tickets_strip_queue({ count: 1 }))).toBeInTheDocument();
});

test("offline strip: on phones it shows a short text and the number of pending commands, and expands on a tap", async () => {
  becomePhone();
  const { user, onSeeQueue } = await renderOffline();
  await user.click(await screen.findByRole("button", { name: m.tickets_strip_waiting({ count: 1 }) }));
  expect(onSeeQueue).toHaveBeenCalledOnce();
  const essential = screen.getByRole("button", { name: `${m.tickets_strip_offline()} ${m.tickets_strip_short()}` });
  expect(screen.queryByText(m.tickets_strip_queue({ count: 1 }))).not.toBeInTheDocument();
  await user.click(essential);
  expect(screen.getByRole("button", { expanded: true })).toHaveTextContent(m.tickets_strip_queue({ count: 1 }));
});

async function renderUnstored(isOnline: boolean) {
  const replication = createFakeServer();
  const rendered = await renderScreen(<OfflineStrip onSeeQueue={vi.fn()} />, { replication });
  const { desk } = rendered;
  await waitFor(() => expect(desk.status.get().firstSyncDone).toBe(true));
  fullDisk();
  await desk.draft(crypto.randomUUID()).set("Bom dia");
  if (!isOnline) {
    replication.online = false;
    desk.resync();
  }
  await waitFor(() => expect(desk.status.get()).toMatchObject({ stores: false, linkUp: isOnline }));
  return rendered;
}

test.each([
  [true, m.tickets_strip_unstored_online],
  [false, m.tickets_strip_unstored_offline],
])(
  "offline strip: a device that does not store says so, and what helps, with a network: %s",
  async (isOnline, whatHelps) => {
    await renderUnstored(isOnline);
    expect(await screen.findByText(m.tickets_strip_unstored())).toBeInTheDocument();
    expect(screen.getByText(new RegExp(whatHelps()))).toBeInTheDocument();
    expect(screen.queryByText(new RegExp(m.tickets_strip_continue()))).not.toBeInTheDocument();
  },
);

test("offline strip: on phones a device that does not store has a short text, which expands on a tap", async () => {
  becomePhone();
  const { user } = await renderUnstored(true);
  const essential = await screen.findByRole("button", {
    name: `${m.sync_unstored()} ${m.tickets_strip_unstored_short()}`,
  });
  await user.click(essential);
  expect(screen.getByRole("button", { expanded: true })).toHaveTextContent(m.tickets_strip_unstored_online());
});
