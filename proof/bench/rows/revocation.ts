import { setTimeout as pause } from "node:timers/promises";
import { applicationUrl, openDatabase } from "../../../db/index.ts";
import { seedCompany } from "../data/seed-company.ts";
import type { BenchEnvironment } from "../environment.ts";
import { figure, median, quantile } from "../figures.ts";
import type { Row } from "./index.ts";
import { notifyAlone } from "./live.ts";

const RUNS = 5;
const SAMPLES = 10;
/** Within this time every API process refuses a session that has ended. */
const TARGET_MS = 100;

/**
 * Measures from the call that ends a session at one API process to the first refusal by another process, which has
 * read with the session before and remembers it.
 */
async function measure(environment: BenchEnvironment) {
  const url = await environment.cluster.fresh("bench_revocation");
  const database = openDatabase(applicationUrl(url), { max: 2, name: "bench revocation" });
  const shop = await seedCompany(database, 1);
  const [one, other] = [await environment.startApi(url), await environment.startApi(url)];

  async function revoke(): Promise<number> {
    const headers = { Authorization: `Bearer ${await one.signIn(shop.email)}` };
    const statusAtOther = async () => {
      const answer = await fetch(`${other.url}/tickets`, { headers });
      await answer.arrayBuffer();
      return answer.status;
    };
    for (let at = 0; at < 3; at++)
      if ((await statusAtOther()) !== 200) throw new Error("the session was refused before its end");
    const began = performance.now();
    const ended = fetch(`${one.url}/auth/logout`, { method: "DELETE", headers });
    while ((await statusAtOther()) === 200) await pause(1);
    const took = performance.now() - began;
    if (!(await ended).ok) throw new Error(`/auth/logout answered ${(await ended).status}`);
    return took;
  }

  await revoke();
  const runs: number[][] = [];
  for (let run = 0; run < RUNS; run++) {
    const samples: number[] = [];
    for (let at = 0; at < SAMPLES; at++) samples.push(await revoke());
    runs.push(samples);
  }
  const notices = await notifyAlone(url);
  await Promise.all([one.program.stop(), other.program.stop()]);
  await database.close();
  await environment.cluster.drop("bench_revocation");
  return [
    figure({
      name: "session-revoked",
      value: median(runs.map(median)),
      p95: quantile(runs.flat(), 0.95),
      judgedBy: "p95",
      unit: "ms",
      target: TARGET_MS,
      against: "one NOTIFY to one LISTEN",
      againstValue: median(notices),
    }),
  ];
}

export const rows: Row[] = [{ name: "session-revoked", measure }];
