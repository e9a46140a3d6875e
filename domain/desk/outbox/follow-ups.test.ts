import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { schema } from "../../../db/index.ts";
import { givenCompany } from "../../../db/testing/given.ts";
import { accepted, at, givenChat, givenConnection, messageOf, NOW } from "../../../db/testing/given-chat.ts";
import type { DeskContext } from "../../ground/context.ts";
import { atDesk } from "../../testing.ts";
import type { FollowUpVersion } from "./follow-ups.ts";
import {
  markEdited,
  markReacted,
  nextEdits,
  nextReactions,
  postponeEdit,
  postponeReaction,
  resumeEdits,
  resumeReactions,
} from "./index.ts";

type MessageRow = typeof schema.messages.$inferSelect;

let companyId: string;
beforeAll(async () => {
  companyId = (await givenCompany()).companyId;
});
const desk = <T>(work: (ctx: DeskContext) => Promise<T>, now = NOW) => atDesk(companyId, work, now);

const edit = {
  name: "edit",
  turn: (after: Date | null, turn = 1) => ({ editAfter: after, editTurn: turn }),
  afterOf: ({ editAfter }: MessageRow) => editAfter,
  next: nextEdits,
  postpone: postponeEdit,
  resume: resumeEdits,
  mark: (ctx: DeskContext, version: FollowUpVersion) => markEdited(ctx, { ...version, body: "" }),
};
const reaction: Omit<typeof edit, "turn" | "next"> & {
  turn: (after: Date | null, turn?: number) => { reactionAfter: Date | null; reactionTurn: number };
  next: typeof nextReactions;
} = {
  name: "reaction",
  turn: (after, turn = 1) => ({ reactionAfter: after, reactionTurn: turn }),
  afterOf: ({ reactionAfter }) => reactionAfter,
  next: nextReactions,
  postpone: postponeReaction,
  resume: resumeReactions,
  mark: markReacted,
};

describe.each([edit, reaction])("turns: $name", ({ turn, afterOf, next, postpone, resume, mark }) => {
  async function givenSent() {
    const connectionId = await givenConnection(companyId);
    const { chatKey, write } = await givenChat(companyId, connectionId);
    return {
      connectionId,
      give: (values: Parameters<typeof write>[0]) =>
        write({ ...accepted, chatKey, providerId: randomUUID(), ...turn(NOW), ...values }),
      due: async (now = NOW) =>
        (await desk<FollowUpVersion[]>((ctx) => next(ctx, connectionId), now)).map(({ messageId }) => messageId),
    };
  }

  test("due turns come in the order of their time, later ones not at all", async () => {
    const { give, due } = await givenSent();
    const second = await give(turn(NOW));
    const first = await give(turn(at(-1)));
    const later = await give(turn(at(1)));
    await give(turn(null));
    expect(await due()).toEqual([first, second]);
    expect(await due(at(1))).toEqual([first, second, later]);
  });

  test.each([
    ["is still being sent", { sendAfter: NOW }],
    ["failed", { errorCode: "ERR_SENDING" }],
    ["was deleted", { isDeleted: true }],
    ["has no id of the channel", { providerId: null }],
    ["has no chat", { chatKey: null }],
  ])("a message that %s gets no turn", async (_state, values) => {
    const { give, due } = await givenSent();
    await give(values);
    expect(await due()).toEqual([]);
  });

  test("a turn of another connection or another company is not due", async () => {
    const { connectionId, give, due } = await givenSent();
    await give({ connectionId: await givenConnection(companyId) });
    expect(await due()).toEqual([]);
    const messageId = await give({});
    await atDesk(
      randomUUID(),
      async (ctx) => {
        expect(await next(ctx, connectionId)).toEqual([]);
        expect(await postpone(ctx, { messageId, turn: 1, until: at(1) })).toBe(false);
        await mark(ctx, { messageId, turn: 1 });
      },
      NOW,
    );
    expect(await due()).toEqual([messageId]);
  });

  test("a turn can be postponed, unless a newer one has replaced it", async () => {
    const { give, due } = await givenSent();
    const messageId = await give(turn(NOW, 2));
    expect(await desk((ctx) => postpone(ctx, { messageId, turn: 1, until: at(5) }))).toBe(false);
    expect(await due()).toEqual([messageId]);
    expect(await desk((ctx) => postpone(ctx, { messageId, turn: 2, until: at(5) }))).toBe(true);
    expect(afterOf(await messageOf(companyId, messageId))).toEqual(at(5));
  });

  test("a turn that the channel has is not due, and a newer one stays due", async () => {
    const { give, due } = await givenSent();
    const messageId = await give(turn(NOW, 2));
    await desk((ctx) => mark(ctx, { messageId, turn: 1 }));
    expect(await due()).toEqual([messageId]);
    await desk((ctx) => mark(ctx, { messageId, turn: 2 }));
    expect(afterOf(await messageOf(companyId, messageId))).toBeNull();
    expect(await desk((ctx) => postpone(ctx, { messageId, turn: 2, until: at(5) }))).toBe(false);
  });

  test("a new owner of the connection makes its postponed turns due", async () => {
    const { connectionId, give, due } = await givenSent();
    const [mine, none] = [await give(turn(at(9))), await give(turn(null))];
    const other = await give({ ...turn(at(9)), connectionId: await givenConnection(companyId) });
    await desk((ctx) => resume(ctx, connectionId));
    expect(await due()).toEqual([mine]);
    const postponed = async (id: string) => afterOf(await messageOf(companyId, id));
    expect([await postponed(none), await postponed(other)]).toEqual([null, at(9)]);
  });
});

test("a due reaction carries our emoji, or none when it was removed", async () => {
  const connectionId = await givenConnection(companyId);
  const { chatKey, write } = await givenChat(companyId, connectionId);
  const theirs = { emoji: "😮", fromMe: false, by: "5531988887777", at: NOW.toISOString() };
  const ours = { emoji: "👍", fromMe: true, by: "me", at: NOW.toISOString() };
  const received = { ...accepted, fromMe: false, author: "Rui", chatKey };
  const [added, removed] = [
    await write({ ...received, ...reaction.turn(at(-1), 3), providerId: "a", reactions: [theirs, ours] }),
    await write({ ...accepted, ...reaction.turn(NOW), chatKey, providerId: "b", reactions: [theirs] }),
  ];
  expect(await desk((ctx) => nextReactions(ctx, connectionId))).toEqual([
    { messageId: added, turn: 3, chatKey, providerId: "a", fromMe: false, author: "Rui", emoji: "👍" },
    { messageId: removed, turn: 1, chatKey, providerId: "b", fromMe: true, author: null, emoji: "" },
  ]);
});
