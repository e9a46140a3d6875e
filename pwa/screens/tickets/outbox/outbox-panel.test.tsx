import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { createFakeServer } from "../../../../sync/client/testing/fake-server.ts";
import { givenTicket } from "../../../../sync/client/testing/given.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { renderScreen } from "../../../testing/render.tsx";
import { server } from "../../../testing/server.ts";
import { OutboxPanel } from "./outbox-panel.tsx";

test("what left in the last day is counted, and listed with its conversation on request", async () => {
  server.use(http.get("/messages/not-delivered", () => HttpResponse.json({ messages: [], hasMore: false })));
  const replication = createFakeServer();
  const ticket = givenTicket({ contactName: "Helena Sampaio" });
  replication.put("tickets", ticket);
  const { user, desk } = await renderScreen(<OutboxPanel open onClose={vi.fn()} />, { replication });
  expect(await screen.findByText(m.tickets_outbox_empty())).toBeInTheDocument();
  expect(screen.queryByText(/24 horas/)).not.toBeInTheDocument();
  await desk.send("message.send", { ticketId: ticket.id, body: "Chega segunda" });
  await user.click(await screen.findByRole("button", { name: /Saíram daqui nas últimas 24 horas: 1\. Última: hoje/ }));
  expect(await screen.findByText(/Chega segunda/)).toBeInTheDocument();
  expect(await screen.findByRole("link", { name: "Helena Sampaio" })).toHaveAttribute("href", `/tickets/${ticket.id}`);
});
