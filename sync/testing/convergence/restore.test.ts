import { execFileSync } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Changes } from "../../../contracts/sync.ts";
import { type EmbeddedDatabase, startEmbeddedPostgres } from "../../../db/embedded/embedded-postgres.ts";
import { openDatabase } from "../../../db/index.ts";
import { migrate } from "../../../db/operation/migrate.ts";
import { givenCompany, givenContact, givenTicket, giveTo, testDatabase } from "../../../db/testing/given.ts";
import { receiveMessage } from "../../../domain/desk/messages/index.ts";
import { atDesk, textFrom } from "../../../domain/testing.ts";
import { copyRows } from "./copy-rows.ts";
import { type Answer, type Device, startDevice } from "./device.ts";
import { createServer, type Server } from "./server.ts";
import { userOf } from "./simulation.ts";

let folder = "";
let device: Device;
const running = new Set<EmbeddedDatabase>();
const cluster = (name: string) => join(folder, name);

async function start(name: string): Promise<EmbeddedDatabase> {
  const server = await startEmbeddedPostgres(cluster(name), { fast: true });
  running.add(server);
  giveTo(openDatabase(server.url, { max: 6, name: "restore" }));
  return server;
}

async function stop(server: EmbeddedDatabase) {
  await testDatabase().close();
  await server.stop();
  running.delete(server);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "balcao-restore-"));
  await chmod(folder, 0o755); // as root, Postgres runs as a user of its own
  device = await startDevice("dexie");
});
afterAll(async () => {
  device.stop();
  for (const server of running) await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The codes of what the server refused: the request, or collections of an answer for several. */
function refusalsIn({ status, body }: Answer): string[] {
  const { error, parts = {} } = JSON.parse(body) as Partial<Changes> & { error?: string };
  if (status >= 400) return [error ?? `status ${status}`];
  return Object.values(parts).flatMap(({ refused }) => refused ?? []);
}

test("after restoring an older backup, and after moving to a new cluster, a device recovers by itself", async () => {
  const original = await start("original");
  await migrate(original.ownerUrl);
  const { companyId, queue, connection, ana } = await givenCompany();
  const contact = await givenContact({ companyId, number: "5531988887777" });
  const place = { companyId, queueId: queue.id, connectionId: connection.id, contactId: contact.id };
  const { id: ticketId } = await givenTicket({ ...place, status: "open", userId: ana.id, number: 1 });

  const refused: string[] = [];
  const asked = new Set<Promise<unknown>>();
  /** The device talks to whichever database is there now. */
  function serve(): Server {
    const failures: unknown[] = [];
    const server = createServer({ answers: new Map(), failures });
    device.connect(async (request) => {
      const answering = server.answer(ana, "Teste", request);
      asked.add(answering);
      const answer = await answering.finally(() => asked.delete(answering));
      refused.push(...refusalsIn(answer));
      return answer;
    });
    return server;
  }
  /** Closing a pool does not reject waiting connection requests: they would wait for half a minute. */
  async function leave(database: EmbeddedDatabase) {
    device.disconnect();
    await Promise.all(asked);
    await stop(database);
  }
  const receive = async (body: string, server?: Server) => {
    await atDesk(companyId, (ctx) =>
      receiveMessage(ctx, textFrom(connection.id, { body, at: ctx.now, sender: { phone: "5531988887777" } })),
    );
    await server?.notify(companyId);
  };
  const reply = (body: string) => device.call("send", { type: "message.send", payload: { ticketId, body } });
  const lost = "Resposta perdida com o disco.";
  /** `gone`: sent again if its device still had it, and lost with the disk if not. */
  const expectShown = (bodies: string[], gone?: string) =>
    expect
      .poll(
        async () => {
          await device.call("resync", {});
          const { threads, waiting } = await device.call("look", { contactIds: [], chatIds: [], creationIds: [] });
          const shown = threads.flatMap(({ messages }) => messages.map(({ body }) => body));
          return { waiting, bodies: shown.filter((body) => body !== gone) };
        },
        { interval: 200 },
      )
      .toEqual({ waiting: 0, bodies });

  await receive("Antes da cópia.");
  await device.call("open", { user: await userOf(ana) });
  serve();
  await expectShown(["Antes da cópia."]);
  await leave(original);
  execFileSync("cp", ["-a", cluster("original"), cluster("copy")]);
  const again = await start("original");
  await receive("Depois da cópia.", serve());
  await reply(lost);
  await expectShown(["Antes da cópia.", "Depois da cópia.", lost]);
  device.disconnect();
  await reply("Escrita sem rede.");

  // The disk is lost. The copy continues and has as many revisions as the device knows before that one returns.
  await leave(again);
  const copy = await start("copy");
  for (const n of [1, 2, 3, 4, 5]) await receive(`Na cópia ${n}.`);
  refused.length = 0;
  serve();
  const onCopy = ["Antes da cópia.", ...[1, 2, 3, 4, 5].map((n) => `Na cópia ${n}.`), "Escrita sem rede."];
  await expectShown(onCopy, lost);
  expect(new Set(refused)).toEqual(new Set(["ERR_CHECKPOINT_TOO_OLD"]));

  device.disconnect();
  const fresh = await start("new");
  await migrate(fresh.ownerUrl);
  await copyRows(copy.ownerUrl, fresh.ownerUrl);
  await receive("No cluster novo.");
  refused.length = 0;
  serve();
  await expectShown([...onCopy, "No cluster novo."], lost);
  expect(refused).toEqual([]);
  await device.call("close", {});
}, 120_000);
