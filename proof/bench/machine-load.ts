import { readdirSync, readFileSync } from "node:fs";
import { type ProcessTime, readProcess } from "./node-cpu.ts";

/** Percent of all cores above which a measurement is marked as disturbed. */
export const DISTURBED_PERCENT = 5;

/**
 * The load beside a measurement, in percent of all cores. `others`: of processes that the measurement did not start.
 * `steal`: given to other machines of the same host.
 */
export type Load = { others: number; steal: number };

export const isDisturbed = ({ others, steal }: Load): boolean => others + steal > DISTURBED_PERCENT;

/** Processes that end between two looks are counted up to the first. */
const LOOK_EVERY_MS = 200;
/** Linux counts in hundredths of a second. */
const MS_PER_TICK = 10;

/** Starts to observe the machine. The returned function ends it, and gives the load and the own CPU time in ms. */
export function watchLoad(): () => Load & { cpuMs: number } {
  const before = readTimes();
  const own = followOwnTicks();
  return () => {
    const now = readTimes();
    const used = own();
    const all = Math.max(1, now.all - before.all);
    const percent = (ticks: number) => Math.max(0, (100 * ticks) / all);
    return {
      others: percent(now.busy - before.busy - used),
      steal: percent(now.steal - before.steal),
      cpuMs: used * MS_PER_TICK,
    };
  };
}

/** Times since the start of the machine, in ticks of all cores. */
function readTimes() {
  const fields = readFileSync("/proc/stat", "utf8").split("\n")[0]?.trim().split(/\s+/).slice(1, 9).map(Number) ?? [];
  const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0, interrupts = 0, softInterrupts = 0, steal = 0] = fields;
  const busy = user + nice + system + interrupts + softInterrupts;
  return { all: busy + idle + waiting + steal, busy, steal };
}

/**
 * Counts the CPU time of this process and of all that descend from it. Many of a browser's processes end meanwhile, and
 * their time is not added to that of their parent.
 */
function followOwnTicks(): () => number {
  const atFirst = new Map<number, number>();
  const last = new Map<number, number>();
  const look = () => {
    for (const { pid, ticks } of ownProcesses()) {
      // A process that was started meanwhile counts from its start.
      if (!atFirst.has(pid)) atFirst.set(pid, 0);
      last.set(pid, ticks);
    }
  };
  for (const { pid, ticks } of ownProcesses()) {
    atFirst.set(pid, ticks);
    last.set(pid, ticks);
  }
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return () => {
    clearInterval(timer);
    look();
    return [...last].reduce((sum, [pid, ticks]) => sum + ticks - (atFirst.get(pid) ?? 0), 0);
  };
}

function ownProcesses(): ProcessTime[] {
  const processes = readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? (readProcess(name) ?? []) : []));
  const children = Map.groupBy(processes, ({ parent }) => parent);
  const own = processes.filter(({ pid }) => pid === process.pid);
  for (const one of own) own.push(...(children.get(one.pid) ?? []));
  return own;
}
