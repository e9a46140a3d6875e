import { expect, test } from "vitest";
import { givenCompany, givenTicket, testDatabase } from "../../../db/testing/given.ts";
import { acting, refusal } from "../../testing.ts";
import { listenToPresence, openPresenceBoard, type PresenceNotice, reportPresence } from "./index.ts";

test("presence reaches every process, for visible tickets only, and is stored nowhere", async () => {
  const { companyId, queue, ana, bia } = await givenCompany();
  const ticket = await givenTicket({ companyId, queueId: queue.id });
  const notices: PresenceNotice[] = [];
  const notified = await listenToPresence(testDatabase(), (notice) => {
    if (notice.companyId === companyId) notices.push(notice);
  });
  const report = (agent: typeof ana) =>
    acting(agent, (ctx) => reportPresence(ctx, { ticketId: ticket.id, state: "typing" }, "celular"));
  expect((await refusal(report(bia))).code).toBe("ERR_NO_TICKET_FOUND");
  await report(ana);
  await expect.poll(() => notices).toHaveLength(1);
  expect(notices[0]).toMatchObject({
    ticketId: ticket.id,
    scope: { queueId: queue.id, status: "pending" },
    who: { userId: ana.id, name: "Ana", device: "celular" },
    state: "typing",
  });
  await notified.stop();
});

test("the board drops users who left or were silent for half a minute", () => {
  let clock = 1_000;
  const board = openPresenceBoard(() => clock);
  const notice = (userId: string, device: string, state: PresenceNotice["state"]): PresenceNotice => ({
    companyId: "company",
    ticketId: "ticket",
    scope: { status: "open", queueId: null, userId: null, contactId: "contact" },
    who: { userId, name: userId, device },
    state,
    answers: null,
  });
  board.record(notice("ana", "celular", "viewing"));
  board.record(notice("ana", "notebook", "viewing"));
  board.record(notice("bia", "notebook", "typing"));
  expect(board.presentIn("company")).toHaveLength(3);
  expect(board.presentIn("other")).toEqual([]);
  board.record(notice("ana", "celular", "gone"));
  expect(board.isAt("ana", "ticket")).toBe(true);
  board.record(notice("ana", "notebook", "gone"));
  expect(board.isAt("ana", "ticket")).toBe(false);
  expect(board.isAt("bia", "ticket")).toBe(true);
  clock += 30_001;
  expect(board.isAt("bia", "ticket")).toBe(false);
  board.record(notice("bia", "notebook", "viewing"));
  clock += 109_000;
  expect(board.isAt("bia", "ticket")).toBe(true);
  clock += 1_001;
  expect(board.isAt("bia", "ticket")).toBe(false);
});
