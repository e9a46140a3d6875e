import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import fc from "fast-check";
import { pino } from "pino";
import { expect, test } from "vitest";
import { type CommandResult, type CommandType, commandPayloads } from "../../contracts/commands/index.ts";
import { errorCodes } from "../../contracts/errors.ts";
import { sizeOf } from "../../contracts/testing/sizes.ts";
import { schema } from "../../db/index.ts";
import { givenAgent, givenCompany } from "../../db/testing/given.ts";
import { createChat, sendChatMessage } from "../../domain/office/chats/index.ts";
import { acting, atDesk } from "../../domain/testing.ts";
import { fuzzedCommands } from "../testing/fuzzed-sync.ts";
import { givenApp, givenSignedIn } from "../testing/given-app.ts";

/** Number of bodies; FUZZ_CHAT_COMMANDS=5000 is the size of the proof. */
const RUNS = sizeOf("FUZZ_CHAT_COMMANDS");
const SEED = Number(process.env.FUZZ_SEED ?? 17);
/** Bodies per set of chats: the deletions among them use the chats up. */
const BODIES_PER_SET = 100;

const { chats, chatMessages } = schema;
const types = ["chat.create", "chat.update", "chat.delete", "chat.read", "chatMessage.send"] as const;
const known = types.map((type: CommandType) => ({ type, payload: commandPayloads[type] }));
const codes: ReadonlySet<string | null> = new Set([...errorCodes, null]);

type Company = Awaited<ReturnType<typeof givenCompany>>;

/** A chat of the owner with one message; returns the ids of both. */
async function givenChat(owner: Company["ana"], others: string[]): Promise<string[]> {
  const chat = await acting(owner, (ctx) => createChat(ctx, { title: "Loja", userIds: others }));
  const message = { chatId: chat.id, body: "Oi", fileId: null, quotedId: null };
  const sent = await acting(owner, (ctx) => sendChatMessage(ctx, message));
  return [chat.id, sent.id];
}

const rowsOf = (companyId: string) =>
  atDesk(companyId, async (ctx) => [
    await ctx.db.select().from(chats).where(eq(chats.companyId, companyId)),
    await ctx.db
      .select()
      .from(chatMessages)
      .where(eq(chatMessages.companyId, companyId))
      .orderBy(asc(chatMessages.chatId), asc(chatMessages.seq)),
  ]);

test(
  `${RUNS} invalid bodies of chat commands: each is answered with a code, and foreign chats stay as they are`,
  async () => {
    const failures: string[] = [];
    const given = await givenApp({}, pino({ level: "error" }, { write: (line: string) => failures.push(line) }));
    const { companyId, admin, ana, bia } = await givenCompany();
    const caller = await givenAgent({ companyId, profile: "admin", name: "Zé" });
    const client = await givenSignedIn(given, caller);
    const other = await givenCompany();
    const foreign = [
      ...(await givenChat(other.admin, [other.ana.id])),
      ...(await givenChat(admin, [ana.id, bia.id])),
      other.ana.id,
    ];
    const [before] = [await rowsOf(other.companyId)];
    const outcomes = new Map<string, number>();

    const isAnswered = async (call: { body: string | Uint8Array | null }) => {
      const body = String(call.body);
      const init = { method: "POST", headers: { ...client.headers, "content-type": "application/json" }, body };
      const response = await given.app.request("/sync/commands", init);
      const answer = await response.text();
      if (response.status >= 500 || failures.length > 0) throw new Error(`${response.status} ${answer}\n${failures}`);
      if (response.status !== 200) return void outcomes.set("400", (outcomes.get("400") ?? 0) + 1);
      for (const { status, code } of (JSON.parse(answer) as { results: CommandResult[] }).results) {
        expect(codes.has(code), `unknown code ${code}`).toBe(true);
        outcomes.set(status, (outcomes.get(status) ?? 0) + 1);
      }
    };
    for (let done = 0; done < RUNS; done += BODIES_PER_SET) {
      const own = [...(await givenChat(caller, [ana.id])), ...(await givenChat(caller, [ana.id, bia.id]))];
      const ids = [...own, ...own, ...own, ...own, ana.id, bia.id, caller.id, ...foreign, randomUUID()];
      const bodies = fuzzedCommands(known, ids) as fc.Arbitrary<{ body: string | Uint8Array | null }>;
      const numRuns = Math.min(BODIES_PER_SET, RUNS - done);
      await fc.assert(fc.asyncProperty(bodies, isAnswered), { seed: SEED + done, numRuns, endOnFailure: true });
    }

    if (RUNS > 1_000) console.log(JSON.stringify(Object.fromEntries(outcomes)));
    expect(await rowsOf(other.companyId)).toEqual(before);
    const [living = [], messages = []] = await rowsOf(companyId);
    for (const { id, lastSeq } of living as (typeof chats.$inferSelect)[]) {
      const numbers = (messages as (typeof chatMessages.$inferSelect)[])
        .filter(({ chatId }) => chatId === id)
        .map(({ seq }) => seq);
      expect(numbers).toEqual(Array.from({ length: lastSeq }, (_, at) => at + 1));
    }
    const colleagues = living.filter(({ id }) => foreign.includes(id)) as (typeof chats.$inferSelect)[];
    expect(colleagues.map(({ lastSeq, title }) => [lastSeq, title])).toEqual([[1, "Loja"]]);
    for (const outcome of ["applied", "rejected"]) expect(outcomes.get(outcome) ?? 0).toBeGreaterThan(RUNS / 40);
  },
  120_000 + RUNS * 60,
);
