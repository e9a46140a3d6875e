import { expect, test } from "vitest";
import { givenChatMessage, givenCommand } from "../testing/given.ts";
import { chatMessages, withSameObjects } from "./chat-threads.ts";

const author = { userId: "ana", userName: "Ana" };
const send = (payload: object, over = {}) =>
  givenCommand("chatMessage.send", { chatId: "c", body: "", ...payload }, over);

test("pulled messages come by number, then pending ones in the order written", () => {
  const [one, two, three] = [1, 2, 3].map((seq) => givenChatMessage({ seq }));
  if (!one || !two || !three) throw new Error("three messages");
  const commands = [send({ body: " Oi " }), send({ body: "Tudo bem?" })];
  const shown = chatMessages([three, one, two], commands, author);
  expect(shown.map(({ id }) => id)).toEqual([one.id, two.id, three.id, ...commands.map(({ id }) => id)]);
  expect(shown[0]).toEqual({ ...one, local: null, commandId: null, errorCode: null });
  expect(shown[3]).toMatchObject({ ...author, chatId: "c", body: "Oi", seq: 0, local: "queued", mediaType: "chat" });
});

test("a message that was pulled already is shown once, whatever its command's state", () => {
  for (const state of ["waiting", "sending", "answered"] as const) {
    const command = send({ body: "Oi" }, { state });
    const row = givenChatMessage({ id: command.id, seq: 7 });
    expect(chatMessages([row], [command], author)).toEqual([{ ...row, local: null, commandId: null, errorCode: null }]);
  }
});

test("a refused message stays with its reason", () => {
  const command = send({ body: "Oi" }, { state: "refused", error: { code: "UNAUTHORIZED" } });
  expect(chatMessages([], [command], author)).toMatchObject([
    { local: "refused", errorCode: "UNAUTHORIZED", commandId: command.id },
  ]);
});

test("a queued file is shown from the device", () => {
  const file = { id: "f", name: "foto.png", mimetype: "image/png", size: 3 };
  expect(chatMessages([], [send({ fileId: "f" }, { file })], author)).toMatchObject([
    { mediaType: "image", localFileId: "f", media: { fileId: "f", name: "foto.png", size: 3, state: "ready" } },
  ]);
});

test("a quote shows the quoted message, also an own one that is not sent yet; an unknown one shows none", () => {
  const row = givenChatMessage({ seq: 1, body: "Chegou?" });
  const first = send({ body: "Chegou", quotedId: row.id });
  const second = send({ body: "Sim", quotedId: first.id });
  const third = send({ body: "?", quotedId: "unknown" });
  const [, one, two, three] = chatMessages([row], [first, second, third], author);
  expect(one?.quoted).toEqual({ id: row.id, body: "Chegou?", mediaType: "chat", author: "Bia" });
  expect(two?.quoted).toEqual({ id: first.id, body: "Chegou", mediaType: "chat", author: "Ana" });
  expect(three?.quoted).toBeNull();
});

test("messages that did not change keep their objects; changed, new and removed ones do not", () => {
  const rows = [1, 2, 3].map((seq) => givenChatMessage({ seq, body: `Oi ${seq}` }));
  const before = chatMessages(rows, [], author);
  const [, second, third] = structuredClone(rows);
  if (!second || !third) throw new Error("three messages");
  const fourth = send({ body: "Tudo bem?" });
  const after = withSameObjects(chatMessages([second, { ...third, body: "Editada" }], [fourth], author), before);
  expect(after.map(({ body }) => body)).toEqual(["Oi 2", "Editada", "Tudo bem?"]);
  expect(after[0]).toBe(before[1]);
  expect(after[1]).not.toBe(before[2]);
});
