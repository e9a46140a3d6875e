import fc from "fast-check";
import { expect, test } from "vitest";
import { givenCommand, givenMessage } from "../testing/given.ts";
import { threadMessages } from "./threads.ts";

const ticketId = "t";

test("pending messages follow the pulled ones in the order written", () => {
  const pulled = [givenMessage({ ticketId }), givenMessage({ ticketId })];
  const [first, second] = pulled;
  const quote = givenCommand("message.send", { ticketId, body: "um", quotedId: first?.id }, { state: "sending" });
  const refused = givenCommand("message.send", { ticketId, body: "dois" }, { state: "refused" });
  const shown = threadMessages(pulled.toReversed(), [quote, refused], "me");
  expect(shown.map(({ id, local }) => [id, local])).toEqual([
    [first?.id, null],
    [second?.id, null],
    [quote.id, "sending"],
    [refused.id, "refused"],
  ]);
  expect(shown[2]?.quoted).toMatchObject({ id: first?.id, body: first?.body });
});

test("a quick reply with a picture is shown with it before the server has it", () => {
  const reply = givenCommand("message.send", { ticketId, body: "A chave é esta", fileId: "picture" });
  const [shown] = threadMessages([], [reply], "me");
  expect(shown).toMatchObject({ mediaType: "image", body: "A chave é esta", localFileId: null });
  expect(shown?.media).toMatchObject({ fileId: "picture", state: "ready" });
});

test("once the server shows a message, only the server's is shown", () => {
  const reply = givenCommand("message.send", { ticketId, body: "oi" }, { state: "answered", rev: 9 });
  expect(threadMessages([], [reply], "me")).toMatchObject([{ id: reply.id, local: null }]);
  const pulled = givenMessage({ id: reply.id, ticketId, fromMe: true, ack: 2 });
  expect(threadMessages([pulled], [reply], "me")).toMatchObject([{ id: reply.id, ack: 2, commandId: null }]);
});

test("a failed message that is retried waits, and a discarded one is gone", () => {
  const failed = givenMessage({ ticketId, fromMe: true, errorCode: "ERR_SENDING_WAPP_MSG" });
  const retry = givenCommand("message.retry", { messageId: failed.id, ticketId });
  expect(threadMessages([failed], [retry], "me")).toMatchObject([{ errorCode: null, local: "queued" }]);
  const discard = givenCommand("message.discard", { messageId: failed.id, ticketId });
  expect(threadMessages([failed], [discard], "me")).toEqual([]);
});

test("a message deleted here is struck through immediately, and restored when that is refused", () => {
  const sent = givenMessage({ ticketId, fromMe: true, ack: 2 });
  const take = givenCommand("message.delete", { messageId: sent.id, ticketId });
  expect(threadMessages([sent], [take], "me")).toMatchObject([{ isDeleted: true, body: sent.body }]);
  const refused = givenCommand("message.delete", { messageId: sent.id, ticketId }, { state: "refused" });
  expect(threadMessages([sent], [refused], "me")).toMatchObject([{ isDeleted: false }]);
});

test("a file that is not sent yet is shown from this device", () => {
  const file = { id: "f", name: "peça.png", mimetype: "image/png", size: 3 };
  const send = givenCommand("message.send", { ticketId, fileId: "f" }, { file, uploaded: false });
  expect(threadMessages([], [send], "me")).toMatchObject([
    { mediaType: "image", localFileId: "f", media: { fileId: "f", name: "peça.png", state: "ready" } },
  ]);
});

test("our reaction shows immediately beside the customer's, and is replaced and removed", () => {
  const theirs = { emoji: "😂", fromMe: false };
  const pulled = givenMessage({ ticketId, reactions: [theirs, { emoji: "🎉", fromMe: true }] });
  const react = (emoji: string, change = {}) =>
    givenCommand("message.react", { ticketId, messageId: pulled.id, emoji }, change);
  const shown = (...commands: Parameters<typeof threadMessages>[1]) =>
    threadMessages([pulled], commands, "me")[0]?.reactions;
  expect(shown(react("👍"))).toEqual([theirs, { emoji: "👍", fromMe: true }]);
  expect(shown(react("👍"), react(""))).toEqual([theirs]);
  expect(shown(react("👍", { state: "refused" }))).toEqual(pulled.reactions);
});

test("an edit shows immediately, also in an unsent message; a refused edit leaves the server's text", () => {
  const pulled = givenMessage({ ticketId, fromMe: true, body: "bon dia" });
  const send = givenCommand("message.send", { ticketId, body: "tudo ben?" });
  const edit = (messageId: string, body: string, change = {}) =>
    givenCommand("message.edit", { ticketId, messageId, body }, change);
  const last = edit(pulled.id, "boa tarde");
  const commands = [send, edit(pulled.id, "bom dia"), last, edit(send.id, "tudo bem?")];
  const refused = edit(pulled.id, "tarde demais", { state: "refused" });
  expect(threadMessages([pulled], [...commands, refused], "me")).toMatchObject([
    { body: "boa tarde", editedAt: last.createdAt, local: null },
    { body: "tudo bem?", editedAt: null, local: "queued" },
  ]);
});

test("after any commands each message is shown once, in its place, with its last accepted text", () => {
  const state = fc.constantFrom("waiting", "sending", "answered", "refused");
  const step = fc.record({ on: fc.nat(7), body: fc.string({ minLength: 1 }), isEdit: fc.boolean(), state });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const pulled = [1, 2].map((n) => givenMessage({ ticketId, fromMe: true, body: `pulled ${n}`, seq: n }));
      const expected = new Map(pulled.map(({ id, body }) => [id, body]));
      const commands = steps.map(({ on, body, isEdit, state }) => {
        const messageId = isEdit ? [...expected.keys()][on % expected.size] : undefined;
        if (messageId) {
          if (state !== "refused") expected.set(messageId, body);
          return givenCommand("message.edit", { ticketId, messageId, body }, { state });
        }
        const send = givenCommand("message.send", { ticketId, body }, { state });
        expected.set(send.id, body);
        return send;
      });
      const shown = threadMessages(pulled, commands, "me");
      expect(shown.map(({ id, body }) => [id, body])).toEqual([...expected]);
    }),
    { seed: 5 },
  );
});

test("unsent contact cards and locations show in their final form", () => {
  const cards = [{ name: "Ivo Prado", number: "5531955500190" }];
  const place = { latitude: -19.93, longitude: -43.93, name: "Loja" };
  const commands = [
    givenCommand("message.send", { ticketId, cards }),
    givenCommand("message.send", { ticketId, place }),
  ];
  expect(threadMessages([], commands, "me")).toMatchObject([
    { mediaType: "vcard", body: expect.stringContaining("waid=5531955500190"), media: null },
    { mediaType: "locationMessage", body: "-19.93,-43.93\nLoja" },
  ]);
});

test("a held or refused reply stays with the reason, and only then", () => {
  const error = { code: "ERR_REPLY_HELD" };
  const states = (["waiting", "sending", "held", "refused", "answered"] as const).map((state) => {
    const reply = givenCommand("message.send", { ticketId, body: "oi" }, { state, error, rev: 9 });
    return threadMessages([], [reply], "me").map(({ local, errorCode }) => [local, errorCode]);
  });
  expect(states.flat()).toEqual([
    ["queued", null],
    ["sending", null],
    ["held", "ERR_REPLY_HELD"],
    ["refused", "ERR_REPLY_HELD"],
    [null, null],
  ]);
});

/** Media that is not downloaded. */
const media = {
  fileId: null,
  name: "",
  mimetype: "",
  size: 0,
  seconds: null,
  waveform: null,
  state: "remote" as const,
};

test.each(["refused", "held"] as const)("a %s command about a pulled message has no effect", (state) => {
  const row = givenMessage({ ticketId, fromMe: true, errorCode: "ERR_SENDING_WAPP_MSG", media });
  const on = { ticketId, messageId: row.id };
  const commands = [
    givenCommand("message.retry", on, { state }),
    givenCommand("message.discard", on, { state }),
    givenCommand("message.delete", on, { state }),
    givenCommand("message.fetchMedia", on, { state }),
    givenCommand("message.edit", { ...on, body: "outra" }, { state }),
    givenCommand("message.react", { ...on, emoji: "👍" }, { state }),
  ];
  expect(threadMessages([row], commands, "me")).toEqual([{ ...row, local: null, commandId: null }]);
});

test("media that was requested is pending, unless the server already has its file", () => {
  const [remote, ready, text] = [
    givenMessage({ ticketId, media }),
    givenMessage({ ticketId, media: { ...media, fileId: "f", state: "ready" } }),
    givenMessage({ ticketId }),
  ];
  const commands = [remote, ready, text].map(({ id }) =>
    givenCommand("message.fetchMedia", { ticketId, messageId: id }),
  );
  const shown = threadMessages([remote, ready, text], commands, "me");
  expect(shown.map((message) => message.media?.state)).toEqual(["pending", "ready", undefined]);
});

test("a retry of a message that did not fail changes nothing", () => {
  const sent = givenMessage({ ticketId, fromMe: true, ack: 2 });
  const retry = givenCommand("message.retry", { messageId: sent.id, ticketId });
  expect(threadMessages([sent], [retry], "me")).toMatchObject([{ ack: 2, local: null, commandId: null }]);
});

test("a retried message follows the state of its retry", () => {
  const failed = givenMessage({ ticketId, fromMe: true, errorCode: "ERR_SENDING_WAPP_MSG", ack: 1 });
  const locals = (["waiting", "sending", "answered"] as const).map((state) => {
    const retry = givenCommand("message.retry", { messageId: failed.id, ticketId }, { state });
    const [shown] = threadMessages([failed], [retry], "me");
    expect(shown).toMatchObject({ errorCode: null, ack: 0, commandId: retry.id });
    return shown?.local;
  });
  expect(locals).toEqual(["queued", "sending", null]);
});

test("an edit to the text that the message already has is not shown as an edit", () => {
  const pulled = givenMessage({ ticketId, fromMe: true, body: "bom dia" });
  const edit = givenCommand("message.edit", { ticketId, messageId: pulled.id, body: "bom dia" });
  expect(threadMessages([pulled], [edit], "me")).toMatchObject([{ body: "bom dia", editedAt: null }]);
});

test("a quote of a message that the device does not have is left out", () => {
  const reply = givenCommand("message.send", { ticketId, body: "oi", quotedId: "unknown" });
  expect(threadMessages([], [reply], "me")).toMatchObject([{ quoted: null }]);
});

test("after any reactions each message has at most one of ours, the last accepted one", () => {
  const step = fc.record({
    emoji: fc.constantFrom("👍", "🎉", ""),
    state: fc.constantFrom("waiting" as const, "answered" as const, "refused" as const),
  });
  const before = fc.array(fc.record({ emoji: fc.constantFrom("😂", "👍"), fromMe: fc.boolean() }), { maxLength: 3 });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 6 }), before, (steps, reactions) => {
      const pulled = givenMessage({ ticketId, reactions });
      const commands = steps.map(({ emoji, state }) =>
        givenCommand("message.react", { ticketId, messageId: pulled.id, emoji }, { state }),
      );
      const last = steps.findLast(({ state }) => state !== "refused");
      const theirs = reactions.filter(({ fromMe }) => !fromMe);
      const ours = last?.emoji ? [{ emoji: last.emoji, fromMe: true }] : [];
      const [shown] = threadMessages([pulled], commands, "me");
      expect(shown?.reactions).toEqual(last ? [...theirs, ...ours] : reactions);
    }),
    { seed: 26 },
  );
});
