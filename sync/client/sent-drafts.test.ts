import "fake-indexeddb/auto";
import { firstValueFrom } from "rxjs";
import { uuidv7 } from "uuidv7";
import { expect, test } from "vitest";
import type { DraftSend } from "../../contracts/desk/drafts.ts";
import { testNow } from "../../contracts/testing/clock.ts";
import { type DeskDevice, givenDevice, openTestDesk, synced, until } from "./testing/desk.ts";
import { givenTicket } from "./testing/given.ts";

const [own, phone] = [uuidv7(), uuidv7()];

const sentOf = (text: string, stored = text, field = "there") => ({ text, stored, field, writerId: own });

async function givenDesk(change: Parameters<typeof openTestDesk>[1] = {}) {
  const device = givenDevice();
  const ticket = givenTicket();
  device.server.put("tickets", ticket);
  const desk = await openTestDesk(device, change);
  await synced(desk);
  const draft = desk.draft(ticket.id);
  const state = () => firstValueFrom(draft.state$());
  const send = (text: string, stored = text, field = "there") => {
    const sent = sentOf(text, stored, field);
    return desk.send(
      "message.send",
      { ticketId: ticket.id, body: text },
      { draft: { kind: "text", ownerId: ticket.id, sent } },
    );
  };
  return { device, ticket, desk, draft, state, send };
}

/** The shared draft of the ticket as the server has it after `text` was sent on the phone. */
function sentOnPhone({ server }: DeskDevice, id: string, text: string, baseRev = 0, at = testNow().toISOString()) {
  const sent = { text, baseRev, writerId: phone, at };
  server.put("drafts", { id, rev: 0, text: "", writerId: phone, updatedAt: at, sent });
  server.poke("drafts");
}

test("sent draft: the tab that sends a text deletes the stored one, and the others learn of it", async () => {
  const { draft, state, send } = await givenDesk();
  await draft.set("Bom dia");
  await send("Bom dia, Helena", "Bom dia");
  expect(await state()).toMatchObject({
    text: "",
    mark: { field: "there", texts: ["Bom dia, Helena", "Bom dia"], own },
  });
});

test("sent draft: a text that another tab has stored meanwhile stays, and is marked as answered", async () => {
  const { draft, state, send } = await givenDesk();
  await draft.set("Até amanhã");
  await send("Bom dia");
  expect(await state()).toMatchObject({ text: "Até amanhã", answeredAt: expect.any(String) });
});

test("sent draft: two messages that follow each other at once are one event with the texts of both", async () => {
  const { state, send } = await givenDesk();
  await Promise.all([send("Bom dia", ""), send("Helena", "")]);
  const { mark } = await state();
  expect(mark?.texts.toSorted()).toEqual(["", "Bom dia", "Helena"]);
});

test("sent draft: one that another device has sent leaves this device with the next sync, once", async () => {
  const { device, ticket, draft, desk } = await givenDesk();
  const at = testNow().toISOString();
  await draft.set("Bom dia");
  sentOnPhone(device, ticket.id, "Bom dia", 0, at);
  await until(draft.state$(), ({ text, mark }) => text === "" && mark?.field === "");
  // The same words, typed again afterwards, are a new draft.
  await draft.set("Bom dia");
  const other = givenTicket();
  sentOnPhone(device, ticket.id, "Bom dia", 0, at);
  sentOnPhone(device, other.id, "outra");
  await until(desk.draft(other.id).state$(), ({ mark }) => mark !== null);
  expect(await draft.get()).toBe("Bom dia");
});

test("sent draft: one that was changed here stays with the time of the answer; one that the sender had seen goes", async () => {
  const { device, ticket, draft, desk } = await givenDesk();
  const seen = givenTicket();
  const at = testNow().toISOString();
  await desk.draft(seen.id).set("Bom");
  device.server.put("drafts", { id: seen.id, rev: 0, text: "Bom", writerId: own, updatedAt: at });
  device.server.poke("drafts");
  const shared = await until(desk.draft$(seen.id), (view) => view?.text === "Bom");
  await draft.set("Bom dia!");
  sentOnPhone(device, ticket.id, "Bom dia");
  sentOnPhone(device, seen.id, "Bom dia, Helena", shared?.rev);
  await until(desk.draft(seen.id).state$(), ({ text }) => text === "");
  await until(draft.state$(), ({ answeredAt }) => answeredAt !== null);
  expect(await draft.get()).toBe("Bom dia!");
});

test("sent draft: what this device sent itself comes back as no news", async () => {
  const { device, ticket, draft, state, send } = await givenDesk();
  await send("Bom dia");
  const { mark } = await state();
  await draft.set("Até amanhã");
  const at = testNow().toISOString();
  const sent = { text: "Bom dia", baseRev: 0, writerId: own, at };
  device.server.put("drafts", { id: ticket.id, rev: 0, text: "", writerId: own, updatedAt: at, sent });
  device.server.poke("drafts");
  await until(draft.state$(), (now) => now.mark?.pulled !== undefined);
  expect(await state()).toMatchObject({ text: "Até amanhã", answeredAt: null, mark: { event: mark?.event } });
});

test("sent draft: a shared draft is gone as soon as this device sends it, also without a network; back when a refused message is discarded", async () => {
  const { device, ticket, desk } = await givenDesk();
  const at = testNow().toISOString();
  device.server.put("drafts", { id: ticket.id, rev: 0, text: "Bom dia", writerId: phone, updatedAt: at });
  device.server.poke("drafts");
  const shared = await until(desk.draft$(ticket.id), (view) => view !== null);
  device.server.online = false;
  const draft = { text: "Bom dia", baseRev: shared?.rev ?? 0, writerId: own };
  const id = await desk.send("message.send", { ticketId: ticket.id, body: "Bom dia", draft });
  await until(desk.draft$(ticket.id), (view) => view === null);
  expect((await firstValueFrom(desk.drafts$())).get(ticket.id)).toBeUndefined();
  device.server.onCommand = () => "ERR_NO_PERMISSION";
  device.server.online = true;
  desk.resync();
  await until(desk.outbox$(), ([entry]) => entry?.state === "refused");
  expect(await firstValueFrom(desk.draft$(ticket.id))).toBeNull();
  await desk.discard(id);
  await until(desk.draft$(ticket.id), (view) => view?.text === "Bom dia");
});

test("sent draft: a message names the draft that was shared just before, which its field has not read yet", async () => {
  const { device, ticket, desk, send } = await givenDesk();
  const { server } = device;
  server.online = false;
  const share = (text: string) => desk.send("draft.save", { ticketId: ticket.id, text, baseRev: 4, writerId: own });
  await send("Oi");
  await share("Bom dia");
  await send("Bom dia, Helena");
  await send("Tudo bem?");
  await share("Segue a foto");
  const caption = { kind: "text", ownerId: ticket.id, sent: sentOf("Segue a foto") } as const;
  await desk.unsent.files.add(ticket.id, [new File(["x"], "vaso.png", { type: "image/png" })]);
  const [file] = await until(desk.unsent.files.of$(ticket.id), ({ length }) => length > 0);
  await desk.send(
    "message.send",
    { ticketId: ticket.id, body: "Segue a foto" },
    { draft: { kind: "file", id: file?.id ?? "", caption } },
  );
  await share("");
  await send("Até amanhã");
  server.online = true;
  desk.resync();
  await until(desk.outbox$(), (entries) => entries.length === 0);
  const messages = server.applied.filter(({ type }) => type === "message.send");
  expect(messages.map(({ payload }) => (payload as { draft?: DraftSend }).draft)).toEqual([
    undefined,
    { text: "Bom dia, Helena", baseRev: 4, writerId: own },
    undefined,
    { text: "Segue a foto", baseRev: 4, writerId: own },
    undefined,
  ]);
});
