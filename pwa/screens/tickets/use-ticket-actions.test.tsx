import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { createFakeServer } from "../../../sync/client/testing/fake-server.ts";
import { givenTicket } from "../../../sync/client/testing/given.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { renderScreen } from "../../testing/render.tsx";
import { toast } from "../../ui/toasts/toast.tsx";
import { useTicketActions } from "./use-ticket-actions.ts";

function Resolve({ name }: { name: string }) {
  const { resolve } = useTicketActions();
  const [ticket] = useState(() => givenTicket({ contactName: name }));
  return (
    <button type="button" onClick={() => void resolve(ticket)}>
      Resolver
    </button>
  );
}

async function renderResolve(name: string, online: boolean) {
  const replication = createFakeServer();
  const rendered = await renderScreen(<Resolve name={name} />, { replication });
  const button = await screen.findByRole("button", { name: "Resolver" });
  if (!online) goOffline();
  replication.online = online;
  await rendered.user.click(button);
  return rendered;
}

function goOffline() {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  window.dispatchEvent(new Event("offline"));
}
afterEach(() => {
  vi.restoreAllMocks();
  toast.dismiss();
});

const undo = () => screen.findByRole("button", { name: m.tickets_undo() });

test("resolve: undo after the server closed the ticket reopens it and says that the farewell may have been sent", async () => {
  const { user, replication } = await renderResolve("Helena", true);
  await waitFor(() => expect(replication.applied.map(({ type }) => type)).toEqual(["ticket.close"]));
  await user.click(await undo());
  await waitFor(() => expect(replication.applied.map(({ type }) => type)).toEqual(["ticket.close", "ticket.reopen"]));
  expect(await screen.findByText(m.tickets_undone_late({ name: "Helena" }))).toBeInTheDocument();
});

test("resolve: undo before the command is sent removes it from the outbox and sends nothing", async () => {
  const { user, replication, desk } = await renderResolve("Otávio", false);
  await user.click(await undo());
  await waitFor(async () => expect(await desk.pendingCount()).toBe(0));
  expect(screen.queryByText(m.tickets_undone_late({ name: "Otávio" }))).not.toBeInTheDocument();
  expect(replication.applied).toEqual([]);
});
