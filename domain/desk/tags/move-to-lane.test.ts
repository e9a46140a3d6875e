import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { givenCompany, givenTicket } from "../../../db/testing/given.ts";
import { acting, refusal } from "../../testing.ts";
import { ticketDocuments } from "../tickets/index.ts";
import { createTag, moveToLane, replaceTags, tagTicket } from "./index.ts";

let company: Awaited<ReturnType<typeof givenCompany>>;
let [plain, production, done] = ["", "", ""];
beforeAll(async () => {
  company = await givenCompany();
  const make = async (name: string, isKanban: boolean) =>
    (await acting(company.admin, (ctx) => createTag(ctx, { name, isKanban }))).id;
  plain = await make("Cliente antigo", false);
  production = await make("Em produção", true);
  done = await make("Pronto", true);
});

const givenCard = (change = {}) => {
  const { companyId, queue, ana } = company;
  return givenTicket({ companyId, queueId: queue.id, status: "open", userId: ana.id, ...change });
};
const move = (ticketId: string, laneId: string | null) =>
  acting(company.ana, (ctx) => moveToLane(ctx, ticketId, laneId));
const tagsOf = async (ticketId: string) => {
  const [document] = await acting(company.admin, (ctx) => ticketDocuments(ctx, [ticketId]));
  return document?.tagIds.toSorted();
};

test("a move replaces the kanban tag, may be repeated, and keeps the other tags", async () => {
  const { id } = await givenCard();
  await acting(company.ana, (ctx) => tagTicket(ctx, id, { add: [plain], remove: [] }));
  for (const _time of ["first", "again"]) {
    await move(id, production);
    expect(await tagsOf(id)).toEqual([plain, production].toSorted());
  }
  await move(id, done);
  expect(await tagsOf(id)).toEqual([plain, done].toSorted());
  for (const _time of ["first", "again"]) {
    await move(id, null);
    expect(await tagsOf(id)).toEqual([plain]);
  }
});

test("of two concurrent moves one wins whole: the ticket never has two kanban tags", async () => {
  const { id } = await givenCard();
  await Promise.all([move(id, production), move(id, done), move(id, production), move(id, done)]);
  expect([[production], [done]]).toContainEqual(await tagsOf(id));
});

test("every other way to tag keeps one kanban tag: the last one added", async () => {
  const { id } = await givenCard();
  await acting(company.ana, (ctx) => tagTicket(ctx, id, { add: [production, plain], remove: [] }));
  await acting(company.ana, (ctx) => tagTicket(ctx, id, { add: [done], remove: [] }));
  expect(await tagsOf(id)).toEqual([plain, done].toSorted());
  await acting(company.ana, (ctx) => replaceTags(ctx, id, [done, plain, production]));
  expect(await tagsOf(id)).toEqual([plain, production].toSorted());
});

test("a tag that is no lane, an unknown tag and another company's tag are refused, and nothing changes", async () => {
  const { id } = await givenCard();
  await move(id, production);
  const stranger = await givenCompany();
  const theirs = await acting(stranger.admin, (ctx) => createTag(ctx, { name: "Em produção", isKanban: true }));
  expect(await refusal(move(id, plain))).toMatchObject({ code: "ERR_TAG_NOT_KANBAN", details: { id: plain } });
  for (const unknown of [randomUUID(), theirs.id])
    expect(await refusal(move(id, unknown))).toMatchObject({ code: "ERR_NO_TAG_FOUND" });
  const theirMove = acting(stranger.admin, (ctx) => moveToLane(ctx, id, theirs.id));
  expect(await refusal(theirMove)).toMatchObject({ code: "ERR_NO_TICKET_FOUND" });
  const theirRemoval = acting(stranger.admin, (ctx) => moveToLane(ctx, id, null));
  expect(await refusal(theirRemoval)).toMatchObject({ code: "ERR_NO_TICKET_FOUND" });
  expect(await tagsOf(id)).toEqual([production]);
});

test("a colleague who sees the ticket but may not answer it cannot move it; one who does not see it finds none", async () => {
  const { queue, bia } = company;
  const { id } = await givenCard();
  const colleague = { ...bia, queueIds: [queue.id] };
  for (const laneId of [done, null]) {
    const seen = acting(colleague, (ctx) => moveToLane(ctx, id, laneId));
    expect(await refusal(seen)).toMatchObject({ code: "ERR_NO_PERMISSION" });
    const unseen = acting(bia, (ctx) => moveToLane(ctx, id, laneId));
    expect(await refusal(unseen)).toMatchObject({ code: "ERR_NO_TICKET_FOUND" });
  }
  expect(await tagsOf(id)).toEqual([]);
});

test("a pending ticket of the user's queue can be moved by everyone who sees it", async () => {
  const { queue, bia } = company;
  const { id } = await givenCard({ status: "pending", userId: null });
  await acting({ ...bia, queueIds: [queue.id] }, (ctx) => moveToLane(ctx, id, done));
  expect(await tagsOf(id)).toEqual([done]);
});
