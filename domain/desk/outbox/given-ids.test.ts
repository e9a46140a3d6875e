import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { MediaType } from "../../../contracts/desk/messages.ts";
import { givenCompany } from "../../../db/testing/given.ts";
import { accepted, at, givenChat, givenConnection, messageOf, NOW } from "../../../db/testing/given-chat.ts";
import type { DeskContext } from "../../ground/context.ts";
import { atDesk } from "../../testing.ts";
import { givenIdOf, isSameContent, knownToChannel, recogniseSent, type Seen, unnamedId } from "./index.ts";

let companyId: string;
beforeAll(async () => {
  companyId = (await givenCompany()).companyId;
});
const desk = <T>(work: (ctx: DeskContext) => Promise<T>) => atDesk(companyId, work, NOW);

/** A chat of a page; `send` adds a message whose answer is awaited. */
async function givenPageChat() {
  const connectionId = await givenConnection(companyId, { channel: "facebook" });
  const { chatKey, write } = await givenChat(companyId, connectionId);
  const place = { connectionId, chatKey };
  return {
    place,
    write,
    async send(body: string, values: Parameters<typeof write>[0] = {}): Promise<string> {
      return write({ chatKey, body, sendTries: 1, providerId: unnamedId(randomUUID()), ...values });
    },
    see: (seen: Partial<Seen> = {}) =>
      desk((ctx) =>
        recogniseSent(ctx, { ...place, givenId: "m_1", body: "oi", kind: "chat", at: at(5), isOurs: true, ...seen }),
      ),
  };
}
const idOf = (messageId: string) => desk((ctx) => givenIdOf(ctx, messageId));

test.each<[string, [string, MediaType], [string, MediaType], boolean]>([
  ["equal texts", ["oi", "chat"], ["oi", "chat"], true],
  ["texts with other spaces", [" oi \n ana", "chat"], ["oi ana", "chat"], true],
  ["a composed and a decomposed accent", ["olá", "chat"], ["ola\u0301", "chat"], true],
  ["texts in other case", ["Oi", "chat"], ["oi", "chat"], false],
  ["a text and a picture with that caption", ["oi", "chat"], ["oi", "image"], false],
  ["pictures with different captions", ["um", "image"], ["", "image"], true],
  ["a picture and a video", ["", "image"], ["", "video"], false],
])("whether the content is the same: %s", (_what, [body, kind], [otherBody, otherKind], expected) => {
  const [one, other] = [
    { body, kind },
    { body: otherBody, kind: otherKind },
  ];
  expect([isSameContent(one, other), isSameContent(other, one)]).toEqual([expected, expected]);
});

test("a message has no channel id before the channel has named it", async () => {
  const { send, write } = await givenPageChat();
  expect(await idOf(await send("oi"))).toBeNull();
  expect(await idOf(await write())).toBeNull();
  expect(await idOf(randomUUID())).toBeNull();
  const named = await send("oi", { providerId: "m_9" });
  expect(await idOf(named)).toBe("m_9");
  expect(await atDesk(randomUUID(), (ctx) => givenIdOf(ctx, named))).toBeNull();
});

test("only the ids of messages on this connection and in this company are known", async () => {
  const { place, send } = await givenPageChat();
  await send("oi", { providerId: "m_1" });
  await send("oi", { providerId: "m_2", fromMe: false });
  await send("oi", { providerId: "m_3", connectionId: await givenConnection(companyId) });
  const asked = ["m_1", "m_2", "m_3", "m_4"];
  expect(await desk((ctx) => knownToChannel(ctx, place.connectionId, asked))).toEqual(new Set(["m_1", "m_2"]));
  expect(await desk((ctx) => knownToChannel(ctx, place.connectionId, []))).toEqual(new Set());
  expect(await atDesk(randomUUID(), (ctx) => knownToChannel(ctx, place.connectionId, asked))).toEqual(new Set());
});

test("a recognised message is accepted at the channel's time, has its id, and is not sent again", async () => {
  const { see, send } = await givenPageChat();
  const id = await send("oi", { errorCode: "ERR_SENDING" });
  expect(await see()).toBe(true);
  const arrived = { providerId: "m_1", ack: 1, acceptedAt: at(5), errorCode: null, sendAfter: null };
  expect(await messageOf(companyId, id)).toMatchObject(arrived);
  // Its echo a second time only corrects the time, and takes no other pending message.
  const other = await send("oi");
  expect(await see({ at: at(3) })).toBe(true);
  expect(await messageOf(companyId, id)).toMatchObject({ ...arrived, acceptedAt: at(3) });
  expect(await idOf(other)).toBeNull();
});

test("our id decides first, then equal content, then the order of sending", async () => {
  const { see, send } = await givenPageChat();
  const [first, second, third] = [await send("um"), await send("dois"), await send("dois")];
  await see({ givenId: "m_3", messageId: third, body: "um" });
  expect(await Promise.all([first, second, third].map(idOf))).toEqual([null, null, "m_3"]);
  await see({ givenId: "m_2", body: "dois" });
  expect(await Promise.all([first, second].map(idOf))).toEqual([null, "m_2"]);
  await see({ givenId: "m_1", body: "changed by the channel" });
  expect(await idOf(first)).toBe("m_1");
});

test.each<[string, Partial<Seen>]>([
  ["another program sent it", { isOurs: false }],
  ["its sender is unknown and its content is another", { isOurs: null, body: "another" }],
  ["it has the id of no pending message and another content", { messageId: randomUUID(), body: "another" }],
  ["it is in another chat", { chatKey: "another" }],
])("a pending message is not matched with a shown one when %s", async (_why, seen) => {
  const { see, send } = await givenPageChat();
  const id = await send("oi");
  expect(await see(seen)).toBe(false);
  expect(await messageOf(companyId, id)).toMatchObject({ ack: 0, acceptedAt: null, sendAfter: NOW });
});

test("with an unknown sender, equal content is a match", async () => {
  const { see, send } = await givenPageChat();
  const id = await send("oi");
  expect(await see({ isOurs: null })).toBe(true);
  expect(await idOf(id)).toBe("m_1");
});

test("a message that was not sent yet, a received one, and another company's are not recognised", async () => {
  const { place, see, send } = await givenPageChat();
  await send("oi", { sendTries: 0 });
  await send("oi", { ...accepted, fromMe: false, providerId: "m_1" });
  expect(await see()).toBe(false);
  await send("oi");
  const seen: Seen = { ...place, givenId: "m_1", body: "oi", kind: "chat", at: NOW, isOurs: true };
  expect(await atDesk(randomUUID(), (ctx) => recogniseSent(ctx, seen))).toBe(false);
});
