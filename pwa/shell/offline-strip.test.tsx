import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { createFakeServer } from "../../sync/client/testing/fake-server.ts";
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
