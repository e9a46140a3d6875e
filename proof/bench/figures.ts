import type { Load } from "./machine-load.ts";

/** One row of the results table. `against` names the reference, measured in the same run. */
export type Figure = {
  name: string;
  value: number;
  p95: number | null;
  unit: string;
  target: number;
  ok: boolean;
  against: string;
  /** The reference's value in the same unit. */
  againstValue: number;
  /** value ÷ againstValue. */
  ratio: number;
  /** True for a rate, for example requests per second. */
  isMoreBetter?: boolean;
  /** Name and version of the browser that was measured. */
  browser?: string;
  /** CPU time that the measurement used, in ms: of one try. */
  cpuMs?: number;
} & Partial<Load>;

export type Measurement = Omit<Figure, "ok" | "ratio"> & {
  /** Statistic that the target applies to; the median unless the budget names p95. */
  judgedBy?: "median" | "p95";
};

export function figure({ isMoreBetter = false, judgedBy = "median", ...measurement }: Measurement): Figure {
  const { value, target, p95, againstValue } = measurement;
  const judged = judgedBy === "p95" ? (p95 ?? value) : value;
  const ok = isMoreBetter ? judged >= target : judged <= target;
  const ratio = againstValue === 0 ? 0 : round(value / againstValue);
  return {
    ...measurement,
    value: round(value),
    p95: p95 === null ? null : round(p95),
    againstValue: round(againstValue),
    ok,
    ratio,
    ...(isMoreBetter && { isMoreBetter }),
  };
}

const round = (value: number): number => (Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 100) / 100);

export function quantile(samples: readonly number[], q: number): number {
  if (samples.length === 0) throw new Error("no samples were taken");
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0;
}
export const median = (samples: readonly number[]): number => quantile(samples, 0.5);

/** Summarizes several runs of many samples: the median of the runs' medians, and the 95th percentile of all samples. */
export function summary(runs: readonly (readonly number[])[]): { value: number; p95: number } {
  return { value: median(runs.map(median)), p95: quantile(runs.flat(), 0.95) };
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Maximum duration of a run; on a busy machine it ends with fewer samples. */
const MAX_RUN_MS = 1_500;
const MIN_SAMPLES = 4;

/** Runs all kinds of work in turns, so that other load on the machine affects them equally. */
export async function runAlternately(
  counts: { runs: number; samples: number; warmUp?: number },
  ...works: (() => Promise<unknown>)[]
): Promise<{ value: number; p95: number }[]> {
  const runs: number[][][] = works.map(() => []);
  for (let i = 0; i < (counts.warmUp ?? 20); i++) for (const work of works) await work();
  for (let run = 0; run < counts.runs; run++) {
    for (const [index, work] of works.entries()) {
      const samples: number[] = [];
      const until = performance.now() + MAX_RUN_MS;
      while (samples.length < counts.samples && (samples.length < MIN_SAMPLES || performance.now() < until)) {
        samples.push(await timed(work));
      }
      runs[index]?.push(samples);
    }
  }
  return runs.map(summary);
}
