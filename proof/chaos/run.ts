import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startEmbeddedPostgres } from "../../db/index.ts";
import { type RepertoireName, repertoires } from "./kinds.ts";
import type { Outcome } from "./run-schedule.ts";

/**
 * `npm run chaos -- --runs N --seed S` runs N fault schedules, from seed S on.
 * - `--runs N`: 2,000 by default, 200 with `--real`. `--parallel N`: schedules that run in parallel, 2 by default.
 * - `--real`: against real processes instead of parts within one process; WhatsApp only.
 * - `--kinds NAME`: the kinds of content, a name of `kinds.ts`. `all` runs every kind, with a third of the runs each
 *   over WhatsApp, Messenger and Instagram.
 * - `--drops N`: tests the log of outages with a connection that drops N times at random.
 * - `--imports [--rows N] [--legacy-rows N]`: tests spreadsheet imports whose importer is killed in every step.
 * - `--campaigns [--recipients N]`: tests a campaign over three numbers whose programs are killed at random.
 * - `--citus`: kills the workers of a Citus cluster while two companies on different workers write; 20 runs by default.
 *   `--citus --moves`: moves the companies between the workers instead.
 */
const { values } = parseArgs({
  options: {
    runs: { type: "string" },
    seed: { type: "string", default: "1" },
    real: { type: "boolean", default: false },
    citus: { type: "boolean", default: false },
    moves: { type: "boolean", default: false },
    imports: { type: "boolean", default: false },
    campaigns: { type: "boolean", default: false },
    recipients: { type: "string", default: "10000" },
    drops: { type: "string" },
    rows: { type: "string", default: "50000" },
    "legacy-rows": { type: "string", default: "5000" },
    kinds: { type: "string", default: "few" },
    parallel: { type: "string", default: "2" },
  },
});
const isRepertoire = (name: string): name is RepertoireName => name in repertoires;
/** Channels and kinds to run; with `all` each takes its share of the seeds. */
const wanted: readonly RepertoireName[] =
  values.kinds === "all" ? ["all", "facebook", "instagram"] : isRepertoire(values.kinds) ? [values.kinds] : ["few"];
const runs = Number(values.runs ?? (values.citus ? 20 : values.real ? 200 : 2_000));
const seeds = Array.from({ length: runs }, (_, index) => Number(values.seed) + index);
const say = (text: string) => process.stdout.write(`${text}\n`);

function onOutcome({ seed, violations, tookMs }: Outcome): void {
  if (violations.length > 0) say(`seed ${seed} failed in ${tookMs} ms\n  ${violations.join("\n  ")}`);
  else if (process.env.VERBOSE) say(`seed ${seed} passed in ${tookMs} ms`);
}

async function withDatabase<T>(work: (adminUrl: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "balcao-chaos-"));
  await chmod(folder, 0o755); // as root, Postgres runs as a user of its own
  const server = await startEmbeddedPostgres(folder, { fast: true });
  try {
    return await work(server.ownerUrl);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function runAllInProcess(): Promise<Outcome[]> {
  const { runInProcess } = await import("./in-process/run-in-process.ts");
  return withDatabase(async (adminUrl) => {
    const outcomes: Outcome[] = [];
    for (const [index, kinds] of wanted.entries()) {
      const own = seeds.filter((_, at) => at % wanted.length === index);
      say(`${kinds}: ${own.length} runs`);
      outcomes.push(
        ...(await runInProcess({ seeds: own, adminUrl, parallel: Number(values.parallel), kinds, onOutcome })),
      );
    }
    return outcomes;
  });
}

async function countDropFailures(drops: number): Promise<number> {
  const { runOutages } = await import("./outages/run-outages.ts");
  const run = await withDatabase((adminUrl) => runOutages({ drops, seed: Number(values.seed), adminUrl }));
  const { messages, recovered, violations, tookMs } = run;
  say(`${run.drops} drops, ${messages} messages, ${recovered} of them recovered, ${(tookMs / 1000).toFixed(1)} s`);
  for (const violation of violations) say(`  ${violation}`);
  return violations.length;
}

async function runWithProcesses(): Promise<Outcome[]> {
  const { runReal } = await import("./real/run-real.ts");
  return runReal({ seeds, desks: 2, kinds: wanted[0], onOutcome });
}

async function runOnCitus(): Promise<Outcome[]> {
  const { runCitus, runMoves } = await import("./citus/run-citus.ts");
  const { outcomes, problems, ...facts } = await (values.moves ? runMoves : runCitus)({ seeds, onOutcome });
  say(JSON.stringify(facts));
  for (const problem of problems) say(`  ${problem}`);
  return [...outcomes, ...problems.map((problem) => ({ seed: 0, violations: [problem], tookMs: 0 }))];
}

async function countImportFailures(): Promise<number> {
  const { runImports } = await import("./imports/run-imports.ts");
  const sheets = [
    { kind: "xlsx" as const, rows: Number(values.rows) },
    { kind: "xls" as const, rows: Number(values["legacy-rows"]) },
  ];
  let failed = 0;
  for (const sheet of sheets) {
    const { name, rows, kills, counts, peakMb, tookMs, violations } = await runImports(sheet, say);
    if (violations.length > 0) failed += 1;
    const { server, connector, reader } = peakMb;
    say(`${name}: ${rows} rows, killed ${kills} times, ${(tookMs / 1000).toFixed(1)} s, ${JSON.stringify(counts)}`);
    say(`  most resident: server ${server}, connector ${connector}, reader ${reader} MiB`);
    for (const violation of violations) say(`  ${violation}`);
  }
  return failed;
}

async function countCampaignFailures(): Promise<number> {
  const { runCampaign } = await import("./campaigns/run-campaign.ts");
  const recipients = Number(values.recipients);
  const plan = { recipients, seed: Number(values.seed), pauseMs: 50, faultEveryMs: { least: 10_000, most: 40_000 } };
  const { faults, states, violations, tookMs } = await runCampaign(plan, say);
  say(
    `${recipients} recipients in ${(tookMs / 1000).toFixed(1)} s, ${JSON.stringify(faults)}, ${JSON.stringify(states)}`,
  );
  for (const violation of violations) say(`  ${violation}`);
  return violations.length;
}

if (values.campaigns) process.exit((await countCampaignFailures()) > 0 ? 1 : 0);
if (values.drops) process.exit((await countDropFailures(Number(values.drops))) > 0 ? 1 : 0);
if (values.imports) process.exit((await countImportFailures()) > 0 ? 1 : 0);
const began = Date.now();
const outcomes = await (values.citus ? runOnCitus() : values.real ? runWithProcesses() : runAllInProcess());
const failed = outcomes.filter(({ violations }) => violations.length > 0);
if (failed.length > 0) say(`failing seeds: ${failed.map(({ seed }) => seed).join(" ")}`);
const { user, system } = process.cpuUsage();
say(
  `in ${((Date.now() - began) / 1000).toFixed(1)} s, ${((user + system) / 1e6).toFixed(1)} s of it this process's own`,
);
say(`${outcomes.length - failed.length} passed, ${failed.length} failed`);
process.exit(failed.length > 0 ? 1 : 0);
