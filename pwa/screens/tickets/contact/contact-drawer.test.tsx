import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { createFakeServer } from "../../../../sync/client/testing/fake-server.ts";
import { givenTicket } from "../../../../sync/client/testing/given.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { renderScreen } from "../../../testing/render.tsx";
import { server } from "../../../testing/server.ts";
import { DirectoryProvider } from "../directory.tsx";
import { ContactDrawer } from "./contact-drawer.tsx";

test("Histórico leads to the timeline and to the contact's other tickets", async () => {
  server.use(
    http.get("/tickets/:id/timeline", () => HttpResponse.json({ events: [] })),
    http.get("/contacts/:id/tickets", () => HttpResponse.json({ tickets: [] })),
    http.get("/contacts/:id/merges", () => HttpResponse.json({ merges: [] })),
    http.get("/messages/:id/media", () => HttpResponse.json({ messages: [], hasMore: false })),
  );
  const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
  const replication = createFakeServer();
  const ticket = givenTicket({ contactName: "Helena Sampaio" });
  replication.put("tickets", ticket);
  const part = (
    <DirectoryProvider>
      <ContactDrawer ticketId={ticket.id} open asPane notesAsked={0} onClose={vi.fn()} />
    </DirectoryProvider>
  );
  const { user } = await renderScreen(part, { replication });
  await user.click(await screen.findByRole("button", { name: m.tickets_history() }));
  const history = screen.getByRole("group", { name: m.tickets_history() });
  await waitFor(() => expect(history).toHaveFocus());
  expect(scrolled.mock.contexts).toContain(history);
  expect(history).toHaveTextContent(m.tickets_timeline());
  expect(await screen.findByText(m.tickets_earlier_none())).toBeInTheDocument();
  expect(history).toHaveTextContent(m.tickets_earlier());
  scrolled.mockRestore();
});
