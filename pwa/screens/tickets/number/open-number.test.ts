import { expect, test } from "vitest";
import { givenDevice, openTestDesk, synced } from "../../../../sync/client/testing/desk.ts";
import { givenContact, givenTicket, givenUser } from "../../../../sync/client/testing/given.ts";
import { ApiError } from "../../../session/api-error.ts";
import { openNumber } from "./open-number.ts";

const number = "5531955550148";
type Answers = Record<string, unknown>;

async function given(answers: Answers = {}) {
  const device = givenDevice(givenUser({ profile: "admin" }));
  const contact = givenContact({ name: "Helena", number, search: `helena ${number}` });
  device.server.put("contacts", contact);
  const asked: string[] = [];
  const apiFetch = async (path: string, init: RequestInit = {}) => {
    const call = `${init.method ?? "GET"} ${path.split("?")[0]}`;
    asked.push(call);
    const answer = answers[call];
    if (answer instanceof Error) throw answer;
    return Response.json(answer);
  };
  return { device, contact, asked, apiFetch };
}

test("openNumber: opens an existing conversation, accepts it if pending, and sends no request", async () => {
  const { device, asked, apiFetch } = await given();
  const waiting = givenTicket({ status: "pending", contactNumber: number, search: number });
  device.server.put("tickets", waiting);
  device.server.put("tickets", givenTicket({ status: "closed", contactNumber: number, search: number }));
  const desk = await openTestDesk(device);
  await synced(desk);
  expect(await openNumber({ desk, user: device.user, apiFetch }, "+55 (31) 95555-0148")).toBe(waiting.id);
  await expect.poll(() => device.server.applied.map(({ type }) => type)).toEqual(["ticket.accept"]);
  expect(asked).toEqual([]);
});

test("openNumber: any spelling of the number opens the conversation with the contact", async () => {
  for (const stored of ["5531988880148", "553188880148"]) {
    for (const typed of [
      "31 98888-0148",
      "(031) 98888-0148",
      "0 15 31 98888-0148",
      "+55 31 8888-0148",
      "0055 31 98888-0148",
    ]) {
      const device = givenDevice(givenUser({ profile: "admin" }));
      device.server.put("contacts", givenContact({ name: "Helena", number: stored, search: `helena ${stored}` }));
      const open = givenTicket({ status: "open", contactNumber: stored, search: `helena ${stored}` });
      device.server.put("tickets", open);
      const desk = await openTestDesk(device);
      await synced(desk);
      const asked: string[] = [];
      const apiFetch = async (path: string) => {
        asked.push(path);
        return Response.json({});
      };
      expect([typed, await openNumber({ desk, user: device.user, apiFetch }, typed)]).toEqual([typed, open.id]);
      expect(asked).toEqual([]);
      await desk.close();
    }
  }
});

test("openNumber: a number that another contact has opens that contact's conversation", async () => {
  const taken = new ApiError(400, { error: "ERR_DUPLICATED_CONTACT", details: { contactId: "holder" } });
  const { asked, apiFetch } = await given({
    "GET /contacts": { contacts: [] },
    "POST /contacts": taken,
    "POST /tickets": { id: "ticket" },
  });
  const device = givenDevice(givenUser({ profile: "admin" }));
  const desk = await openTestDesk(device);
  await synced(desk);
  expect(await openNumber({ desk, user: device.user, apiFetch }, number)).toBe("ticket");
  expect(asked).toEqual(["GET /contacts", "POST /contacts", "POST /tickets"]);
});

test("openNumber: with a network, creates a new contact and its ticket at the server", async () => {
  const { asked, apiFetch } = await given({
    "GET /contacts": { contacts: [{ id: "other", number: `${number}9` }] },
    "POST /contacts": { id: "made" },
    "POST /tickets": { id: "ticket" },
  });
  const device = givenDevice(givenUser({ profile: "admin" }));
  const desk = await openTestDesk(device);
  await synced(desk);
  expect(await openNumber({ desk, user: device.user, apiFetch }, number)).toBe("ticket");
  expect(asked).toEqual(["GET /contacts", "POST /contacts", "POST /tickets"]);
});

test("openNumber: opens a ticket that only the server has, and throws for one the user may not see", async () => {
  const refused = new ApiError(400, { error: "ERR_OTHER_OPEN_TICKET" });
  const wire = (contactNumber: string) => ({
    ...{ id: "there", status: "open", isGroup: false, queueId: null, contactId: "c" },
    ...{ contact: { name: "Helena", number: contactNumber }, createdAt: "2026-01-01", updatedAt: "2026-01-01" },
  });
  for (const [found, expected] of [
    [[wire(number)], "there"],
    [[wire("5531900000000")], null],
  ] as const) {
    const { device, apiFetch } = await given({
      "POST /tickets": refused,
      "GET /tickets": { tickets: found, hasMore: false },
    });
    const desk = await openTestDesk(device);
    await synced(desk);
    const opening = openNumber({ desk, user: device.user, apiFetch }, number);
    if (expected) expect(await opening).toBe(expected);
    else await expect(opening).rejects.toBe(refused);
    await desk.close();
  }
});

test("openNumber: without a network, queues a conversation with a contact of this device", async () => {
  const { device, asked, apiFetch } = await given();
  const desk = await openTestDesk(device);
  await synced(desk);
  device.server.online = false;
  desk.resync();
  await expect.poll(() => desk.status.get().linkUp).toBe(false);
  const id = await openNumber({ desk, user: device.user, apiFetch }, number);
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(await desk.pendingCount()).toBe(1);
  expect(asked).toEqual([]);
});

test("openNumber: throws NotANumber for a text without a number, before any request", async () => {
  const { device, apiFetch, asked } = await given();
  const desk = await openTestDesk(device);
  for (const [typed, problem] of [
    ["helena", "notANumber"],
    ["98888-7704", "noAreaCode"],
    ["351912345678", "noPlus"],
  ] as const)
    await expect(openNumber({ desk, user: device.user, apiFetch }, typed)).rejects.toMatchObject({ problem });
  expect(asked).toEqual([]);
});
