import { join, resolve } from "node:path";
import { readBackupPlan } from "../../domain/account/backups/index.ts";
import { startProgram } from "../processes/program.ts";
import { type Supervised, supervise } from "../processes/supervise.ts";

const root = resolve(import.meta.dirname, "../..");
const dataDir = resolve(process.env.DATA_DIR ?? "./.data");
const ending = new AbortController();
const running: Supervised<unknown>[] = [];

/** Starts a program of this release and restarts it when it ends. Resolves when it is ready for the first time. */
function keepRunning(name: string, file = `${name}/main.ts`): Promise<Record<string, unknown>> {
  const one = supervise(
    name,
    async () => {
      const program = startProgram(name, join(root, file), { DATA_DIR: dataDir });
      const giveUp = () => void program.stop();
      ending.signal.addEventListener("abort", giveUp);
      const readyInfo = await program.ready.finally(() => ending.signal.removeEventListener("abort", giveUp));
      return { readyInfo, ended: program.ended, stop: program.stop };
    },
    { ending: ending.signal, report: (text) => console.error(text) },
  );
  running.push(one);
  return one.ready;
}

async function stopAll(code: number): Promise<void> {
  if (ending.signal.aborted) return;
  ending.abort();
  await Promise.all(running.map((one) => one.stop()));
  process.exit(code);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stopAll(0));
try {
  // The api first: it migrates if it has the owner's address, and names a missing setting.
  const { url } = await keepRunning("api");
  await keepRunning("connector");
  if (readBackupPlan(process.env)) await keepRunning("backup", "bin/backup-plan/main.ts");
  console.log(JSON.stringify({ ready: true, url }));
} catch (error) {
  if (!ending.signal.aborted) console.error(error instanceof Error ? error.message : error);
  await stopAll(1);
}
