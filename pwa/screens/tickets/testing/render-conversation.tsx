import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, vi } from "vitest";
import type { TicketDocument } from "../../../../contracts/desk/tickets.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { DirectoryProvider } from "../../../session/directory.tsx";
import type { GivenDesk } from "../../../testing/given-desk.ts";
import { renderScreen } from "../../../testing/render.tsx";
import { server } from "../../../testing/server.ts";
import type { TimelineEvent } from "../contact/timeline-text.ts";
import { Conversation } from "../conversation/conversation.tsx";

type RenderOptions = NonNullable<Parameters<typeof renderScreen>[1]> & { events?: TimelineEvent[] };

/** Renders the open conversation of a ticket of `desk` and waits for its messages and its composer. */
export async function renderConversation(desk: GivenDesk, ticket: TicketDocument, options: RenderOptions = {}) {
  const { events = [], ...rest } = options;
  const ways = { onBack: vi.fn(), onContact: vi.fn(), onNote: vi.fn() };
  server.use(http.get(`/tickets/${ticket.id}/timeline`, () => HttpResponse.json({ events })));
  const part = (
    <DirectoryProvider>
      <Conversation ticketId={ticket.id} {...ways} />
    </DirectoryProvider>
  );
  const path = `/tickets/${ticket.id}`;
  const rendered = await renderScreen(part, { replication: desk.replication, path, ...rest });
  const log = await screen.findByRole("log", { name: m.tickets_messages_label() });
  const given = desk.messages.filter(({ ticketId }) => ticketId === ticket.id);
  const drawn = () => given.filter(({ id }) => document.querySelector(`[data-message="${id}"]`));
  await waitFor(() => expect(drawn()).toEqual(given));
  await waitFor(() => expect(document.querySelector("[data-composer-space]")).toBeNull());
  return { ...rendered, ...ways, log: within(log) };
}

/** Finds the text field of the open conversation. */
export const composer = (ticket: TicketDocument) =>
  screen.findByRole("textbox", { name: m.tickets_composer_label({ name: ticket.contactName }) });
