import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, test, vi } from "vitest";
import { sizeOf } from "../../contracts/testing/sizes.ts";
import { openOwnDatabase } from "../../db/testing/own-database.ts";
import { givenPhoneNumber } from "../../db/testing/phone-numbers.ts";
import { WhatsAppEmulator } from "../../sandbox/index.ts";
import { linkPhone, openEmulatorClient, seedCompany } from "./desk.ts";
import { openOwnerSql } from "./owner-sql.ts";
import { openPhones } from "./phones.ts";
import { openProgram } from "./real/programs.ts";

const SESSIONS = sizeOf("CHAOS_SESSIONS");
/** The lease of a dead connector lasts 20 s; the takeover of all its sessions takes some seconds more. */
const TAKEOVER = { timeout: 90_000, interval: 250 };
const WAIT = { timeout: 240_000, interval: 250 };

test("two connectors, one killed and one stopped under load: every session is taken over and no message is lost", async () => {
  expect(inject("databaseUrl")).toBeTruthy();
  const folder = await mkdtemp(join(tmpdir(), "balcao-owners-"));
  await chmod(folder, 0o755);
  const own = await openOwnDatabase();
  const ownerSql = await openOwnerSql(own.ownerUrl);
  const emulator = await WhatsAppEmulator.start({ autoDeliver: true });
  const env = {
    ...{
      DATABASE_URL: own.url,
      DATA_DIR: folder,
      SECRET_KEY: "a secret key for the chaos only, long enough",
      LOG_LEVEL: "silent",
    },
    ...{ SANDBOX_WS_URL: emulator.url, SANDBOX_CA: emulator.media.caPath },
  };
  const start = () => openProgram("connector", "connector/main.ts", env);
  const [first, second] = await Promise.all([start(), start()]);
  const desks = await Promise.all(
    Array.from({ length: SESSIONS }, async (_, index) => {
      const desk = await seedCompany(own.database, `dono ${index}`);
      const account = emulator.createAccount({ name: `Loja ${index}` });
      await ownerSql.notify("balcao_connections", JSON.stringify(desk));
      await linkPhone(ownerSql, desk, account);
      const ask = openEmulatorClient(emulator, () => [{ ...desk, number: account.phone }]);
      return { ...desk, phones: openPhones(ask, desk.connectionId), number: givenPhoneNumber() };
    }),
  );
  const sent = new Set<string>();
  const writeAll = async (body: string) => {
    for (const { phones, number } of desks) sent.add(await phones.write(number, { body }));
  };
  const stored = async () =>
    (await ownerSql<{ id: string }[]>`select provider_id as id from messages where not from_me`).map(({ id }) => id);
  const owners = async () => {
    const rows = await ownerSql<{ owner: string; held: number }[]>`
      select owner, count(*)::int as held from connection_leases where lease_until > now() and owner is not null
      group by owner`;
    return rows.map(({ owner, held }) => ({ owner, held }));
  };
  const untilOneOwnsAll = () =>
    vi.waitUntil(async () => {
      const [one, ...others] = await owners();
      return others.length === 0 && one?.held === SESSIONS ? one.owner : false;
    }, TAKEOVER);

  await writeAll("antes");
  expect(await owners(), "each of the two has some").toHaveLength(2);
  first.killForGood();
  await writeAll("durante");
  const survivor = await untilOneOwnsAll();
  await vi.waitUntil(async () => (await stored()).length >= sent.size, WAIT);

  const third = await start();
  const ended = second.terminate();
  await writeAll("no fim");
  expect(await ended, "it drains and ends by itself").toBe(0);
  expect(await untilOneOwnsAll()).not.toBe(survivor);
  await vi.waitUntil(async () => (await stored()).length >= sent.size, WAIT);
  expect((await stored()).toSorted()).toEqual([...sent].toSorted());
  expect(await ownerSql`select what from chaos_violations`).toEqual([]);

  await third.stop();
  await emulator.stop();
  await ownerSql.end({ timeout: 5 });
  await own.drop();
  await rm(folder, { recursive: true, force: true });
}, 900_000);
