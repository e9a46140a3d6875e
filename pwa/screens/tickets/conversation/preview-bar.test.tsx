import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { m } from "../../../i18n/paraglide/messages.js";
import { DirectoryProvider } from "../../../session/directory.tsx";
import { givenDesk } from "../../../testing/given-desk.ts";
import { renderScreen } from "../../../testing/render.tsx";
import { server } from "../../../testing/server.ts";
import { TicketList } from "../list/ticket-list.tsx";
import { Conversation } from "./conversation.tsx";

const nothing = () => {};

test("preview: A accepts the conversation that is read, not the first row of the list", async () => {
  const desk = givenDesk();
  const pending = { status: "pending", userId: null } as const;
  desk.ticket({ contactName: "Helena", waitingSince: "2026-11-20T10:00:00Z", ...pending });
  const read = desk.ticket({ contactName: "Raul", waitingSince: "2026-11-20T11:00:00Z", ...pending });
  server.use(http.get("/tickets/:id/timeline", () => HttpResponse.json({ events: [] })));
  const { user, replication } = await renderScreen(
    <DirectoryProvider>
      <TicketList selectedId={read.id} onNew={nothing} />
      <Conversation ticketId={read.id} onBack={nothing} onContact={nothing} onNote={nothing} />
    </DirectoryProvider>,
    { replication: desk.replication, path: `/tickets/${read.id}` },
  );
  await user.click(await screen.findByRole("tab", { name: new RegExp(`^${m.tickets_sub_pending()}`) }));
  await waitFor(() => {
    const rows = [...document.querySelectorAll("[data-row] a")].map(({ textContent }) => textContent);
    expect(rows).toEqual(["Helena", "Raul"]);
  });
  expect(await screen.findByText(m.tickets_preview_reading())).toBeVisible();
  // The key is pressed anywhere but on a row.
  await user.click(screen.getByText(m.tickets_preview_reading()));
  await user.keyboard("a");
  await waitFor(() => expect(replication.applied).toHaveLength(1));
  expect(replication.applied).toMatchObject([{ type: "ticket.accept", payload: { ticketId: read.id } }]);
});
