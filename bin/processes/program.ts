import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

/** Environment variables for a program, added to this process's own; undefined removes one. */
export type Environment = Record<string, string | undefined>;

export type Program = {
  name: string;
  child: ChildProcess;
  ready: Promise<Record<string, unknown>>;
  /** Resolves with the signal or exit code. */
  ended: Promise<string>;
  stop(): Promise<void>;
};

/**
 * Options and environment of our programs; `npm run start:api` and `start:connector` repeat them. By default V8's
 * young generation grows to a hundred megabytes that it never returns, and the allocator keeps one heap per thread:
 * two and a half times the memory that a program needs (docs/decisions/0021).
 */
export const programOptions = { args: ["--max-semi-space-size=8"], env: { MALLOC_ARENA_MAX: "2" } };

/**
 * Starts one of our programs. It prints `{"ready":true,…}` on one line when it is ready; its other lines go to
 * `onLine`. It ends when its standard input closes, so also when this process is killed.
 */
export function startProgram(
  name: string,
  file: string,
  env: Environment,
  onLine: (line: string) => void = (line) => void process.stdout.write(`${line}\n`),
): Program {
  const child = spawn(process.execPath, [...programOptions.args, file], {
    env: { ...programOptions.env, ...process.env, ...env, PARENT_WATCH: "1" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = new Promise<string>((done) => {
    child.once("exit", (code, signal) => done(String(signal ?? code)));
  });
  const ready = new Promise<Record<string, unknown>>((done, fail) => {
    void ended.then((how) => fail(new Error(`${name} ended before it was ready (${how})`)));
    createInterface({ input: child.stdout }).on("line", (line) => {
      const readyLine = line.startsWith('{"ready":true') ? (JSON.parse(line) as Record<string, unknown>) : undefined;
      if (readyLine) done(readyLine);
      else onLine(line);
    });
  });
  return { name, child, ready, ended, stop: () => stop(child) };
}

/** Sends SIGTERM, and SIGKILL after ten seconds. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  child.kill("SIGTERM");
  const killTimer = setTimeout(() => child.kill("SIGKILL"), 10_000);
  await ended;
  clearTimeout(killTimer);
}

/**
 * Calls back once when the process that started this one has ended: npm, or the shell that npm may have started in
 * between.
 */
export function watchParents(onGone: () => void): void {
  const parent = process.ppid;
  const grandparent = parentOf(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && parentOf(parent) === grandparent) return;
    clearInterval(timer);
    onGone();
  }, 1_000);
  timer.unref();
}

/** Returns the parent's process id; 0 where the system has no /proc. */
function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return 0;
  }
}
