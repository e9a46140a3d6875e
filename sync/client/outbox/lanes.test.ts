import fc from "fast-check";
import { expect, test } from "vitest";
import { givenCommand } from "../testing/given.ts";
import { readyCommands } from "./lanes.ts";

const awake = { rests: () => false, isolated: () => false };
const sent = (records: ReturnType<typeof givenCommand>[]) => readyCommands(records, awake).send.map(({ id }) => id);

test("commands about a schedule created here wait until the server has it", () => {
  const plan = { contactId: "helena", body: "Até amanhã!", sendAt: "2026-07-02T15:30" };
  const made = givenCommand("schedule.create", plan);
  const moved = givenCommand("schedule.change", { scheduleId: made.id, sendAt: "2026-07-03T15:30" });
  const removed = givenCommand("schedule.delete", { scheduleId: made.id });
  expect(sent([made, moved, removed])).toEqual([made.id]);
  const answered = { ...made, state: "answered" as const };
  expect(sent([answered, moved, removed])).toEqual([moved.id, removed.id]);
  // After a refusal the user decides about all three.
  expect(sent([{ ...made, state: "refused" }, moved, removed])).toEqual([]);
});

test("a schedule's changes are sent in order, whichever contact they name, after its creation", () => {
  const contact = givenCommand("contact.create", { name: "Ivo", number: "31988887777" });
  const other = givenCommand("schedule.change", { scheduleId: "a", contactId: contact.id, contactName: "Ivo" });
  const moved = givenCommand("schedule.change", { scheduleId: "a", sendAt: "2026-07-03T15:30" });
  expect(other.lane).toBe(moved.lane);
  expect(sent([contact, other, moved])).toEqual([contact.id]);
  expect(sent([moved, givenCommand("schedule.delete", { scheduleId: "b" })])).toHaveLength(2);
});

const reply = (ticketId: string, change = {}) => givenCommand("message.send", { ticketId, body: "Oi" }, change);
const idsOf = (records: ReturnType<typeof givenCommand>[]) => records.map(({ id }) => id);

test("a lane waits behind its command in progress, and no other lane does", () => {
  const [sending, next, other] = [reply("a", { state: "sending" }), reply("a"), reply("b")];
  expect(sent([sending, next, other])).toEqual([other.id]);
});

test.each(["refused", "held", "answered"] as const)("a %s command does not block later ones of its lane", (state) => {
  const next = reply("a");
  expect(sent([reply("a", { state }), next])).toEqual([next.id]);
});

test("a command is uploaded before it is sent and blocks only its lane meanwhile", () => {
  const [first, withFile, next, other] = [reply("a"), reply("a", { uploaded: false }), reply("a"), reply("b")];
  const ready = readyCommands([first, withFile, next, other], awake);
  expect([idsOf(ready.send), idsOf(ready.upload)]).toEqual([[first.id, other.id], [withFile.id]]);
});

test("a lane in back-off neither sends nor uploads", () => {
  const records = [reply("a"), reply("b", { uploaded: false }), reply("c")];
  const ready = readyCommands(records, { ...awake, rests: (name) => name !== "c" });
  expect([idsOf(ready.send), idsOf(ready.upload)]).toEqual([[records[2]?.id], []]);
});

test("a command of an isolated lane is sent alone, and never in a batch with others", () => {
  const [first, second, other] = [reply("a"), reply("a"), reply("b")];
  const isolated = { ...awake, isolated: (name: string) => name === "a" };
  expect(idsOf(readyCommands([first, second, other], isolated).send)).toEqual([first.id]);
  expect(idsOf(readyCommands([other, first, second], isolated).send)).toEqual([other.id]);
});

test("a batch has at most 100 commands, the oldest", () => {
  const records = Array.from({ length: 101 }, (_, lane) => reply(`t${lane}`));
  expect(sent(records)).toEqual(idsOf(records).slice(0, 100));
});

test.each<[string, (id: string) => ReturnType<typeof givenCommand>]>([
  ["tag.create", (id) => givenCommand("ticket.tag", { ticketId: "t", add: [], remove: [id] })],
  ["tag.create", (id) => givenCommand("ticket.lane", { ticketId: "t", laneId: id })],
  ["contact.create", (id) => givenCommand("ticket.create", { contactId: id })],
  ["contact.create", (id) => givenCommand("contact.update", { contactId: id, change: {}, baseRev: 0 })],
  [
    "contact.create",
    (id) => givenCommand("message.forward", { ticketId: "t", messageIds: ["m"], contactIds: ["x", id] }),
  ],
  ["ticket.create", (id) => reply(id)],
  ["chat.create", (id) => givenCommand("chatMessage.send", { chatId: id, body: "Oi" })],
  ["chat.create", (id) => givenCommand("chat.update", { chatId: id, title: "Loja" })],
  ["quickMessage.create", (id) => givenCommand("quickMessage.delete", { quickMessageId: id })],
])("a command about a %s of this device waits for its answer", (type, commandAbout) => {
  const creation = givenCommand(type as "tag.create", { name: "Novo" });
  const command = commandAbout(creation.id);
  for (const state of ["sending", "refused", "held"] as const)
    expect([state, sent([{ ...creation, state }, command])]).toEqual([state, []]);
  expect(sent([{ ...creation, state: "answered" }, command])).toEqual([command.id]);
  expect(sent([command])).toEqual([command.id]);
});

test("a chat whose file is not uploaded holds back its own messages, and neither another chat nor a ticket", () => {
  const message = (chatId: string, change = {}) => givenCommand("chatMessage.send", { chatId, body: "Oi" }, change);
  const file = message("a", { uploaded: false });
  const [behind, other, ticket] = [message("a"), message("b"), reply("t")];
  const ready = readyCommands([file, behind, other, ticket], awake);
  expect([idsOf(ready.upload), idsOf(ready.send)]).toEqual([[file.id], [other.id, ticket.id]]);
});

test("whatever the states, a lane sends an unbroken sequence of its oldest commands", () => {
  const state = fc.constantFrom(
    "waiting" as const,
    "waiting" as const,
    "sending" as const,
    "refused" as const,
    "answered" as const,
  );
  const step = fc.record({ lane: fc.constantFrom("a", "b", "c"), state, uploaded: fc.boolean() });
  const lanes = fc.record({ resting: fc.subarray(["a", "b", "c"]), isolated: fc.subarray(["a", "b", "c"]) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 15 }), lanes, (steps, { resting, isolated }) => {
      const records = steps.map(({ lane, ...change }) => reply(lane, change));
      const lane = {
        rests: (name: string) => resting.includes(name),
        isolated: (name: string) => isolated.includes(name),
      };
      const { send, upload } = readyCommands(records, lane);
      const started = [...send, ...upload];
      for (const name of ["a", "b", "c"]) {
        const ofLane = records.filter((record) => record.lane === name);
        const firstSending = ofLane.findIndex((record) => record.state === "sending");
        const open = firstSending === -1 ? ofLane : ofLane.slice(0, firstSending);
        const waiting = open.filter((record) => record.state === "waiting");
        const mine = started.filter((record) => record.lane === name);
        expect(mine).toEqual(waiting.slice(0, mine.length));
        expect(mine.filter((record) => !record.uploaded).length).toBeLessThanOrEqual(1);
      }
      expect(send.every((record) => record.uploaded && !resting.includes(record.lane))).toBe(true);
      if (send.some((record) => isolated.includes(record.lane))) expect(send).toHaveLength(1);
    }),
    { seed: 31 },
  );
});
