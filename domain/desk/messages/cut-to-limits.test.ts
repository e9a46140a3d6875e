import { expect, test } from "vitest";
import { MAX_BODY, MAX_NAME } from "../../../contracts/desk/messages.ts";
import { testNow } from "../../../contracts/testing/clock.ts";
import { textFrom } from "../../testing.ts";
import { cutChangeToLimits, cutToLimits } from "./cut-to-limits.ts";
import { chatTextOf, type IncomingChange, partyOf } from "./received/incoming.ts";

const from = (message: Parameters<typeof textFrom>[1]) => textFrom("connection", message);
const media = { name: "foto.jpg", mimetype: "image/jpeg", size: 3, seconds: null, waveform: null };

test("texts and names of exactly the longest length are unchanged", () => {
  const message = from({
    body: "a".repeat(MAX_BODY),
    group: { address: "120363", name: "g".repeat(300), author: "b".repeat(MAX_NAME) },
    media: { ...media, name: "c".repeat(255) },
  });
  expect(cutToLimits(message)).toEqual(message);
});

test("longer texts and names lose what exceeds the limit, and nothing else changes", () => {
  const message = from({
    body: `${"a".repeat(MAX_BODY)}X`,
    group: { address: "120363", name: "Feira", author: `${"b".repeat(MAX_NAME)}X` },
    media: { ...media, name: `${"c".repeat(255)}X` },
  });
  expect(cutToLimits(message)).toEqual({
    ...message,
    body: "a".repeat(MAX_BODY),
    group: { address: "120363", name: "Feira", author: "b".repeat(MAX_NAME) },
    media: { ...media, name: "c".repeat(255) },
  });
});

test("a text that is cut inside an emoji stays well-formed", () => {
  const { body } = cutToLimits(from({ body: `${"a".repeat(MAX_BODY - 1)}😀` }));
  expect(body).toHaveLength(MAX_BODY);
  expect(body.isWellFormed()).toBe(true);
});

test("a message without group and media gets neither", () => {
  expect(Object.keys(cutToLimits(from({ body: "oi" })))).not.toEqual(expect.arrayContaining(["group"]));
  expect(cutToLimits(from({ body: "oi" })).media).toBeUndefined();
});

test("an edit is cut like a text; a reaction and a deletion are unchanged", () => {
  const target = {
    connectionId: "connection",
    chatKey: "chat",
    targetProviderId: "3EB0",
    at: testNow(),
    fromMe: false,
  };
  const sender = { phone: "5531988887777" };
  const long = "a".repeat(MAX_BODY + 1);
  expect(cutChangeToLimits({ ...target, sender, type: "edit", body: long })).toMatchObject({
    body: "a".repeat(MAX_BODY),
  });
  const others: IncomingChange[] = [
    { ...target, sender, type: "delete" },
    { ...target, sender, type: "reaction", emoji: "👍" },
  ];
  for (const change of others) expect(cutChangeToLimits(change)).toEqual(change);
});

test("the contact of a chat is the sender with every address, and the recipient of an own message without the name", () => {
  const sender = { phone: "5531988887777", lid: "4711", name: "Helena" };
  const addresses = [
    { kind: "lid", address: "4711" },
    { kind: "phone", address: "5531988887777" },
  ];
  expect(partyOf(from({ sender }))).toEqual({ addresses, name: "Helena" });
  // The name in an own message is the company's.
  expect(partyOf(from({ sender, fromMe: true }))).toEqual({ addresses, name: undefined });
});

test("the contact of a group chat is the group, not the member who wrote", () => {
  const group = { address: "120363", name: "Feira", author: "Helena" };
  expect(partyOf(from({ sender: { phone: "5531988887777", name: "Helena" }, group }))).toEqual({
    addresses: [{ kind: "group", address: "120363" }],
    name: "Feira",
    isGroup: true,
  });
});

test("only a text message has a text for the bot: a caption is none", () => {
  expect(chatTextOf(from({ kind: "chat", body: "1" }))).toBe("1");
  expect(chatTextOf(from({ kind: "image", body: "1", media }))).toBe("");
});
