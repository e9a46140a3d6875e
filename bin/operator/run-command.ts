import { SILENCE_MS, type Watch } from "../../db/index.ts";
import { ConfigError } from "../../outside/environment/index.ts";
import { openProgress } from "./progress.ts";

/** The exit codes of the commands of an operator (docs/operations.md). */
export const exitCodes = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const;

/** A command that was called in a way that it does not know. */
export class UsageError extends Error {}

/** Seconds between two reports on a terminal, and elsewhere. */
const ON_TERMINAL = 0.25;
const IN_LINES = 5;
/** An interrupted command that cannot end its work by then ends without. */
const ENDING_MS = 10_000;

/**
 * Runs a long command: prints its progress to stderr and its result to stdout, ends it at SIGINT and SIGTERM, and sets the
 * exit code. A second signal ends it at once. `work` releases what it has opened before it rejects.
 */
export async function runCommand(name: string, work: (watch: Watch) => Promise<string>): Promise<void> {
  const interruption = new AbortController();
  const { signal } = interruption;
  let timer: NodeJS.Timeout | undefined;
  const progress = openProgress(name, process.stderr, () => performance.now());
  const interrupt = () => {
    if (signal.aborted) process.exit(exitCodes.interrupted);
    interruption.abort(new Error("interrupted"));
    // The client `postgres` may write once more to a connection that has just been ended, outside of any promise.
    process.once("uncaughtException", () => end(exitCodes.interrupted, `${name}: interrupted`, console.error));
    setTimeout(() => end(exitCodes.interrupted, `${name}: interrupted`, console.error), ENDING_MS).unref();
  };
  for (const one of ["SIGINT", "SIGTERM"] as const) process.on(one, interrupt);
  const end = (code: number, line: string, print: (line: string) => void) => {
    clearInterval(timer);
    progress.clear();
    print(line);
    // Connections that the end of the server has broken would keep the process for a while.
    process.exit(code);
  };
  try {
    const silenceMs = seconds("SILENCE_SECONDS", SILENCE_MS / 1_000) * 1_000;
    const every = seconds("PROGRESS_SECONDS", process.stderr.isTTY ? ON_TERMINAL : IN_LINES);
    timer = setInterval(progress.print, every * 1_000);
    const result = await work({ onStep: progress.onStep, silenceMs, signal });
    end(exitCodes.done, result, console.log);
  } catch (error) {
    if (signal.aborted) end(exitCodes.interrupted, `${name}: interrupted`, console.error);
    else if (error instanceof UsageError) end(exitCodes.usage, error.message, console.error);
    else end(exitCodes.failed, error instanceof Error ? error.message : String(error), console.error);
  }
}

/** Reads a number of seconds from the environment. */
function seconds(name: string, otherwise: number): number {
  const text = process.env[name];
  if (!text) return otherwise;
  const value = Number(text);
  if (!(value > 0)) throw new ConfigError(`${name} is no number of seconds above 0.`);
  return value;
}
