import type { BinaryNode } from "@whiskeysockets/baileys";
import { and, eq } from "drizzle-orm";
import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testNow } from "../../contracts/testing/clock.ts";
import { openCompanyPlaces, schema } from "../../db/index.ts";
import { listenToPresence, type PresenceNotice, reportPresence } from "../../domain/desk/presence/index.ts";
import type { Actor } from "../../domain/ground/context.ts";
import {
  givenLinkedConnection,
  openTestEnvironment,
  type TestCompany,
  type TestEnvironment,
  until,
} from "../testing/given-connection.ts";
import { openTyping } from "./typing-indicators.ts";

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await openTestEnvironment();
});
afterAll(() => environment.close());

const actorOf = ({ companyId }: TestCompany): Actor => ({
  companyId,
  id: "018f0000-0000-7000-8000-000000000001",
  name: "Bia",
  profile: "admin",
  isSuper: false,
  queueIds: [],
  allTicket: false,
  allHistoric: false,
  allUserChat: false,
});

test("typing is shown to the customer while an agent writes, and to the agents while the customer writes", async () => {
  const notices: PresenceNotice[] = [];
  const subscription = await listenToPresence(environment.database, (notice) => notices.push(notice));
  await environment.connector();
  const { company, shop } = await givenLinkedConnection(environment.database, environment.emulator);
  const helena = environment.emulator.createContact({ name: "Helena" });
  await helena.send(shop, { conversation: "Bom dia!" });
  await until(async () => (await company.messages()).length === 1);
  const [ticket] = await company.tickets();
  if (!ticket) throw new Error("no ticket");
  const shown: string[] = [];
  const tagsOf = ({ content }: BinaryNode) => (Array.isArray(content) ? content.map(({ tag }) => tag) : []);
  shop.on("chatstate", (node) => shown.push(...tagsOf(node)));

  helena.typing(shop);
  await until(() => notices.some(({ who, state }) => who.userId === null && state === "typing"));
  expect(notices.at(-1)).toMatchObject({ ticketId: ticket.id, who: { name: "Helena" }, answers: null });

  const report = (state: "viewing" | "typing" | "gone") =>
    company.inside((db) =>
      reportPresence(
        { db, companyId: company.companyId, actor: actorOf(company), device: "Teste", now: testNow() },
        { ticketId: ticket.id, state },
        "notebook",
      ),
    );
  await report("viewing");
  await report("typing");
  await until(() => shown.length === 1);
  await report("typing");
  await report("viewing");
  await until(() => shown.length === 2);
  expect(shown).toEqual(["composing", "paused"]);

  await company.inside((db) =>
    db
      .update(schema.tickets)
      .set({ status: "closed" })
      .where(and(eq(schema.tickets.companyId, company.companyId), eq(schema.tickets.id, ticket.id))),
  );
  await report("typing");
  await until(() => notices.at(-1)?.scope.status === "closed");
  expect(notices.at(-1)?.answers).toBeNull();
  await subscription.stop();
});

test("typing is repeated only after some seconds, and ends with the user who started it", () => {
  const said: string[] = [];
  let clock = 0;
  const typing = openTyping({
    channel: {
      showTyping: async (_chat, isTyping) => void said.push(isTyping ? "composing" : "paused"),
      watch: async (chat) => void said.push(`watch ${chat}`),
      unwatch: async () => void said.push("unwatch"),
    },
    transactions: {
      ...{ runAndNumber: () => Promise.reject(), run: () => Promise.reject(), settled: async () => {} },
      places: openCompanyPlaces(environment.database, pino({ enabled: false })),
    },
    lease: { companyId: "", connectionId: "", owner: "", epoch: 1 },
    logger: { debug: () => {} } as never,
    now: () => clock,
  });
  const notice = (name: string, state: PresenceNotice["state"], chatKey: string | null = "helena") =>
    typing.agent({
      companyId: "",
      ticketId: "",
      scope: { status: "open", queueId: null, userId: null, contactId: "" },
      who: { userId: name, name, device: "" },
      state,
      answers: chatKey ? { connectionId: "", chatKey } : null,
    });
  notice("ana", "typing", null);
  expect(said).toEqual([]);
  notice("ana", "typing");
  clock = 3_000;
  notice("ana", "typing");
  notice("bia", "viewing");
  expect(said).toEqual(["watch helena", "composing"]);
  clock = 9_000;
  notice("ana", "typing");
  notice("ana", "gone");
  notice("ana", "gone");
  expect(said).toEqual(["watch helena", "composing", "composing", "paused"]);
  typing.close();
});
