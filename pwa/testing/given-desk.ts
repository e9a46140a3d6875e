import { waitFor } from "@testing-library/react";
import { uuidv7 } from "uuidv7";
import { expect, onTestFinished, vi } from "vitest";
import type { MessageRow } from "../../contracts/desk/messages.ts";
import type { QuickMessageDocument } from "../../contracts/desk/quick-messages.ts";
import type { TagRef, UserRef } from "../../contracts/desk/refs.ts";
import type { ScheduleDocument } from "../../contracts/desk/schedules.ts";
import type { TicketDocument } from "../../contracts/desk/tickets.ts";
import { searchable } from "../../contracts/search-text.ts";
import type { DeviceDesk } from "../../sync/client/index.ts";
import { synced } from "../../sync/client/testing/desk.ts";
import { createFakeServer } from "../../sync/client/testing/fake-server.ts";
import { givenContact, givenTicket } from "../../sync/client/testing/given.ts";
import { givenConnection, givenQueue } from "./refs.ts";

export type GivenDesk = ReturnType<typeof givenDesk>;

/**
 * Creates a server for `renderScreen({ replication })`, with functions that store documents on it. Each returns its
 * document. Documents stored before the screen is drawn belong to the first sync; later ones need
 * `replication.poke()`.
 */
export function givenDesk() {
  const replication = createFakeServer();
  function put<T extends { id: string }>(collection: Parameters<typeof replication.put>[0], document: T): T {
    replication.put(collection, document);
    return document;
  }
  const messages: MessageRow[] = [];
  return {
    replication,
    messages,
    queue: givenQueue.bind(null, replication),
    connection: givenConnection.bind(null, replication),
    tag: (change: Partial<TagRef> = {}) =>
      put<TagRef>("refs", {
        ...{ id: uuidv7(), rev: 1, kind: "tag", name: "Urgente", color: "#c0392b", isKanban: false, lanePosition: 0 },
        ...change,
      }),
    colleague: (change: Partial<UserRef> = {}) =>
      put<UserRef>("refs", {
        ...{ id: uuidv7(), rev: 1, kind: "user", name: "Bia Prado", profile: "user", queueIds: [] },
        ...change,
      }),
    contact: (change: Parameters<typeof givenContact>[0] = {}) => put("contacts", givenContact(change)),
    ticket(change: Partial<TicketDocument> = {}): TicketDocument {
      const ticket = givenTicket(change);
      return put("tickets", { ...ticket, search: searchable(ticket.contactName, ticket.contactNumber) });
    },
    message(ticket: TicketDocument, change: Partial<MessageRow> = {}): MessageRow {
      const row = replication.message(ticket.id, change);
      messages.push(row);
      return row;
    },
    quickReply: (change: Partial<QuickMessageDocument> = {}) =>
      put<QuickMessageDocument>("quickMessages", {
        ...{ id: uuidv7(), rev: 1, shortcode: "pix", message: "Nossa chave é pix@olaria.example." },
        ...{ isGeneral: true, userId: null, fileId: null, fileName: null },
        ...change,
      }),
    schedule: (change: Partial<ScheduleDocument> = {}) =>
      put<ScheduleDocument>("schedules", {
        ...{ id: uuidv7(), rev: 1, body: "Chega segunda", userId: uuidv7(), status: "pending", reason: null },
        ...{ contactId: uuidv7(), contactName: "Helena", contactNumber: "5531955500148" },
        ...{ sendAt: new Date().toISOString(), sentAt: null, fileId: null, fileName: null, isMarketing: false },
        ...change,
      }),
  };
}

/**
 * Disconnects the network and waits until the device has detected it, so that later actions certainly do not reach
 * the server. Returns the function that reconnects.
 */
export async function cutNetwork({ replication }: GivenDesk, device: DeviceDesk): Promise<() => void> {
  await synced(device);
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  onTestFinished(() => onLine.mockRestore());
  replication.online = false;
  // A browser says it as well: nothing is sent in vain, and what waits can be discarded.
  window.dispatchEvent(new Event("offline"));
  await waitFor(() => expect(device.status.get().linkUp).toBe(false));
  return () => {
    onLine.mockRestore();
    replication.online = true;
    window.dispatchEvent(new Event("online"));
  };
}

/** Creates `lastMessage` of a ticket: by default a text of the contact. */
export const lastMessage = (
  change: Partial<NonNullable<TicketDocument["lastMessage"]>> = {},
): NonNullable<TicketDocument["lastMessage"]> => ({
  ...{ id: uuidv7(), body: "Bom dia", fromMe: false, mediaType: "chat", ack: 0, errorCode: null },
  ...{ mediaSeconds: null, origin: null, isDeleted: false },
  ...change,
});
