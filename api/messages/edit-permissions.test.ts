import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { testNow } from "../../contracts/testing/clock.ts";
import { schema } from "../../db/index.ts";
import { testDatabase } from "../../db/testing/given.ts";
import { type Client, givenApp, givenSignedIn } from "../testing/given-app.ts";
import { givenPermissionDesk } from "../testing/permission-table.ts";

const { messages } = schema;

/**
 * Users who may edit a message that Ana wrote in her ticket, in a company where everyone who sees an open ticket may
 * answer it.
 */
const table = `
  admin                | yes
  supervisor of Vendas | yes
  agent of Vendas      | ERR_NO_PERMISSION
  Ana, whose ticket    | yes
  Bia, of Suporte      | ERR_NO_MESSAGE_FOUND
  super, no queue      | ERR_NO_MESSAGE_FOUND
  another's admin      | ERR_NO_MESSAGE_FOUND
`;
const rows = table
  .trim()
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()) as [person: string, answer: string]);

type Door = (client: Client, messageId: string, ticketId: string, body: string) => Promise<string>;
const doors: [name: string, door: Door][] = [
  [
    "REST",
    async (client, messageId, _ticketId, body) => {
      const { status, body: answer } = await client.send("PUT", `/messages/${messageId}`, { body });
      return status === 200 ? "yes" : (answer?.code ?? "");
    },
  ],
  [
    "sync",
    async (client, messageId, ticketId, body) => {
      const payload = { messageId, ticketId, body };
      const command = { id: randomUUID(), type: "message.edit", payload, createdAt: testNow().toISOString() };
      const { body: answer } = await client.send("POST", "/sync/commands", { commands: [command] });
      return answer.results[0].code ?? "yes";
    },
  ],
];

describe.each(doors)("by %s", (_name, door) => {
  test("an agent's message can be edited by its author, supervisors of the queue and admins only", async () => {
    const given = await givenApp();
    const { companyId, people, tickets, queue } = await givenPermissionDesk({ sharesAnswers: true });
    const [ticket] = tickets["Ana's in Vendas"] ?? [];
    const place = { companyId, ticketId: ticket?.id ?? "", contactId: ticket?.contactId ?? "", queueId: queue.id };
    const answers: [string, string][] = [];
    for (const [person] of rows) {
      const agent = people[person];
      if (!agent) throw new Error(`the permission table has no user named ${person}`);
      const client = await givenSignedIn(given, agent);
      const id = randomUUID();
      await testDatabase().company(companyId, async (tx) => {
        const [connection] = await tx.select().from(schema.connections).limit(1);
        await tx.insert(messages).values({
          ...{ ...place, id, connectionId: connection?.id, fromMe: true, userId: people["Ana, whose ticket"]?.id },
          ...{ body: "Bom dia", ack: 1, acceptedAt: testNow(), providerId: id, chatKey: "chat" },
        });
      });
      const answer = await door(client, id, place.ticketId, "Boa tarde");
      answers.push([person, answer]);
      const [row] = await testDatabase().company(companyId, (tx) =>
        tx.select().from(messages).where(eq(messages.id, id)),
      );
      expect([person, row?.body]).toEqual([person, answer === "yes" ? "Boa tarde" : "Bom dia"]);
    }
    expect(answers).toEqual(rows);
  });
});
