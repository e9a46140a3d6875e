import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { latency } from "../../../contracts/testing/latency.ts";
import { sizeOf } from "../../../contracts/testing/sizes.ts";
import { type OwnDatabase, openOwnDatabase } from "../../../db/testing/own-database.ts";
import { SECRET_KEY, until } from "../../testing/given-connection.ts";
import { givenPage, type PageCompany, type Pages, startPages } from "../../testing/given-pages.ts";

/** The number of kills; PAGE_CRASHES and FUZZ_SEED extend the search. */
const CRASHES = sizeOf("PAGE_CRASHES");
const SEED = Number(process.env.FUZZ_SEED ?? 7);

let own: OwnDatabase;
let meta: Pages;
let company: PageCompany;
let dataDir: string;
let program: ChildProcess;
beforeAll(async () => {
  own = await openOwnDatabase();
  meta = await startPages(own.database);
  dataDir = mkdtempSync(join(tmpdir(), "balcao-page-crash-"));
  company = await givenPage(own.database, meta);
  program = await startProgram();
  await company.untilConnected();
}, 120_000);
afterAll(async () => {
  program.kill("SIGKILL");
  meta.stop();
  await own.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function startProgram(): Promise<ChildProcess> {
  const { graphUrl, loginUrl, appId, appSecret } = meta.config;
  const env = {
    ...process.env,
    DATABASE_URL: own.url,
    DATA_DIR: dataDir,
    SECRET_KEY,
    GRAPH_URL: graphUrl,
    FACEBOOK_LOGIN_URL: loginUrl,
    FACEBOOK_APP_ID: appId,
    FACEBOOK_APP_SECRET: appSecret,
  };
  const file = new URL("../../testing/page-program.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, [file], { env, stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout ?? child, "data");
  return child;
}

/** Returns a random generator with the same sequence for the same seed. */
function randomFrom(seed: number) {
  let state = seed >>> 0;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test(
  `pages lose, duplicate and reorder no messages when the connector is killed ${CRASHES} times`,
  async () => {
    const random = randomFrom(SEED);
    const agent = company.agent(dataDir);
    const chats = (["facebook", "instagram"] as const).map((channel, place) => ({
      accountId: company.accounts[channel],
      personId: `79000000${place}`,
      written: [] as string[],
      said: ["oi"],
      ticketId: "",
    }));
    for (const chat of chats) {
      meta.phones.write({ ...chat, text: "oi" });
      const first = async () => (await company.messages()).find(({ chatKey }) => chatKey === chat.personId);
      await until(async () => (await first()) !== undefined);
      chat.ticketId = (await first())?.ticketId ?? "";
    }
    let count = 0;
    for (let crash = 0; crash < CRASHES; crash++) {
      for (const chat of chats) {
        for (let round = 0; round < 3; round++) {
          // Repeated texts: the lookup must not match an earlier message with the same text.
          const words = random() < 0.5 ? "ok" : `resposta ${++count}`;
          await agent.write(chat.ticketId, words);
          chat.written.push(words);
          const said = `pergunta ${++count}`;
          meta.phones.write({ ...chat, text: said });
          chat.said.push(said);
        }
      }
      meta.faults.loseAnswers = random() < 0.5 ? 1 : 0;
      meta.events.times = random() < 0.5 ? 2 : 1;
      await latency(random() * 150);
      program.kill("SIGKILL");
      await once(program, "exit");
      program = await startProgram();
    }
    const sentOf = async (ticketId: string) =>
      (await company.messages()).filter((message) => message.ticketId === ticketId && message.fromMe);
    for (const { ticketId } of chats)
      await until(async () => (await sentOf(ticketId)).every(({ ack, sendAfter }) => ack >= 1 && sendAfter === null));
    await until(() => meta.events.waiting === 0);
    const saidInAll = chats.reduce((sum, { said }) => sum + said.length, 0);
    await until(async () => (await company.messages()).filter(({ fromMe }) => !fromMe).length === saidInAll);
    for (const { accountId, personId, ticketId, written, said } of chats) {
      const seen = meta.chats.of(accountId, personId).filter(({ fromPage }) => fromPage);
      expect(seen.map(({ text }) => text)).toEqual(written);
      expect((await sentOf(ticketId)).map(({ body }) => body)).toEqual(written);
      const came = (await company.messages()).filter((one) => one.chatKey === personId && !one.fromMe);
      expect(came.map(({ body }) => body)).toEqual(said);
    }
  },
  120_000 + CRASHES * 30_000,
);
