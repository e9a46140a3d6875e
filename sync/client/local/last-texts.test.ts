import "fake-indexeddb/auto";
import { uuidv7 } from "uuidv7";
import { expect, test, vi } from "vitest";
import { testNow } from "../../../contracts/testing/clock.ts";
import { givenDevice, openTestDesk, synced } from "../testing/desk.ts";
import { givenTicket } from "../testing/given.ts";
import { openOutboxDatabase } from "./databases.ts";
import type { LastText } from "./last-texts.ts";

type Text = Exclude<LastText, { kind: "edit" }>;

async function givenDesk() {
  const device = givenDevice();
  const ticket = givenTicket();
  device.server.put("tickets", ticket);
  const desk = await openTestDesk(device);
  await synced(desk);
  return { device, ticketId: ticket.id, desk };
}
type Given = Awaited<ReturnType<typeof givenDesk>>;

/** Opens the desk again after a page that was closed before these were stored. */
async function reopened({ device, desk }: Given, lost: readonly object[]) {
  await desk.close();
  const database = openOutboxDatabase(device.user);
  const at = testNow().toISOString();
  for (const row of lost) await database.lastTexts.add({ id: uuidv7(), at, ...row } as LastText);
  const again = await openTestDesk(device);
  expect(await database.lastTexts.count()).toBe(0);
  database.close();
  return again;
}

const lostText = (ownerId: string, text: string, base = "", kind = "text") =>
  ({ kind, ownerId, text, writing: { answeredAt: null, base } }) as Omit<Text, "id" | "at">;

test("last texts: a reply, a note and an edit that the closed page could not store are there again", async () => {
  const given = await givenDesk();
  const { ticketId, desk } = given;
  await desk.draft(ticketId).set("Bom");
  await desk.unsent.edit.set({ ticketId, messageId: "m", before: "Oi", text: "Oi" });
  const again = await reopened(given, [
    lostText(ticketId, "Bom dia", "Bom"),
    { ...lostText(ticketId, "ligar", "", "note"), writing: { isOpen: true, base: "", answeredAt: null } },
    { kind: "edit", edit: { ticketId, messageId: "m", before: "Oi", text: "Olá" } },
  ]);
  expect(await again.draft(ticketId).get()).toBe("Bom dia");
  expect(await again.unsent.note.get(ticketId)).toMatchObject({ text: "ligar", isOpen: true });
  expect(await again.unsent.edit.get(ticketId)).toMatchObject({ text: "Olá" });
});

test("last texts: the text that another tab has stored meanwhile stays in front", async () => {
  const given = await givenDesk();
  await given.desk.draft(given.ticketId).set("Boa tarde");
  const again = await reopened(given, [lostText(given.ticketId, "Bom dia", "Bom")]);
  expect(await again.draft(given.ticketId).get()).toBe("Boa tarde\nBom dia");
});

test("last texts: two tabs that start at once put a text into its draft once", async () => {
  const given = await givenDesk();
  const { ticketId, desk } = given;
  await desk.draft(ticketId).set("Boa tarde");
  const lost = lostText(ticketId, "Bom dia", "Bom");
  const first = await reopened(given, [lost]);
  const second = await reopened({ ...given, desk: first }, [lost]);
  expect(await second.draft(ticketId).get()).toBe("Boa tarde\nBom dia");
});

test("last texts: one that cannot be taken does not keep the desk from opening, and stays", async () => {
  const given = await givenDesk();
  const { ticketId, device } = given;
  const report = vi.spyOn(console, "error").mockImplementation(() => {});
  await given.desk.close();
  const database = openOutboxDatabase(device.user);
  const unreadable = { ...lostText(ticketId, "Bom dia"), writing: null };
  for (const [id, row] of [
    ["1", unreadable],
    ["2", lostText(ticketId, "Boa tarde")],
  ] as const)
    await database.lastTexts.add({ id, at: testNow().toISOString(), ...row } as never);
  const again = await openTestDesk(device);
  expect(await again.draft(ticketId).get()).toBe("Boa tarde");
  expect((await database.lastTexts.toArray()).map(({ id }) => id)).toEqual(["1"]);
  expect(report).toHaveBeenCalled();
  report.mockRestore();
  database.close();
});

test("last texts: a field that was emptied stays empty, but not what another tab has written in it", async () => {
  const given = await givenDesk();
  const { ticketId, desk, device } = given;
  const other = givenTicket();
  device.server.put("tickets", other);
  await desk.draft(ticketId).set("Bom dia");
  await desk.draft(other.id).set("Boa tarde");
  const again = await reopened(given, [lostText(ticketId, "", "Bom dia"), lostText(other.id, "", "Boa")]);
  expect(await again.draft(ticketId).get()).toBe("");
  expect(await again.draft(other.id).get()).toBe("Boa tarde");
});

test("last texts: a text that another tab has sent since does not come back", async () => {
  const given = await givenDesk();
  const { ticketId, desk } = given;
  const at = new Date(testNow().getTime() - 60_000).toISOString();
  const sent = { text: "Bom dia", stored: "Bom dia", field: "there", writerId: uuidv7() };
  await desk.send("message.send", { ticketId, body: "Bom dia" }, { draft: { kind: "text", ownerId: ticketId, sent } });
  const again = await reopened(given, [{ ...lostText(ticketId, "Bom dia"), at }]);
  expect(await again.draft(ticketId).get()).toBe("");
});

test("last texts: an edit that was stored or left in another tab does not come back", async () => {
  const given = await givenDesk();
  const { ticketId } = given;
  const again = await reopened(given, [
    { kind: "edit", edit: { ticketId, messageId: "m", before: "Oi", text: "Olá" } },
  ]);
  expect(await again.unsent.edit.get(ticketId)).toBeNull();
});

test("last texts: a page that goes on stores its text as usual, and keeps no second one", async () => {
  const { device, ticketId, desk } = await givenDesk();
  await desk.draft(ticketId).setAtHide("Bom dia", { base: "" });
  await desk.unsent.note.setAtHide({ ticketId, text: "ligar", isOpen: false, answeredAt: null }, "");
  expect(await desk.draft(ticketId).get()).toBe("Bom dia");
  expect(await desk.unsent.note.get(ticketId)).toMatchObject({ text: "ligar" });
  const database = openOutboxDatabase(device.user);
  await vi.waitFor(async () => expect(await database.lastTexts.count()).toBe(0));
  database.close();
});

test("last texts: a field that had not read the stored text adds to it, and an empty one deletes nothing", async () => {
  const given = await givenDesk();
  const { ticketId, desk } = given;
  const writing = { base: null };
  await desk.draft(ticketId).set("Bom dia");
  await desk.draft(ticketId).set("", writing);
  await desk.draft(ticketId).setAtHide("o boleto", writing);
  expect(await desk.draft(ticketId).get()).toBe("Bom dia\no boleto");
  await desk.unsent.note.set({ ticketId, text: "ligar", isOpen: true });
  await desk.unsent.note.set({ ticketId, text: "às 10h", isOpen: true }, null);
  expect(await desk.unsent.note.get(ticketId)).toMatchObject({ text: "ligar\nàs 10h" });
  const again = await reopened(given, [
    { ...lostText(ticketId, "de maio"), writing: { answeredAt: null, base: null } },
    { ...lostText(ticketId, ""), writing: { answeredAt: null, base: null } },
  ]);
  expect(await again.draft(ticketId).get()).toBe("Bom dia\no boleto\nde maio");
});
