/** One line of the table. `against` says what the value is held against, measured in the same run. */
export type Figure = {
  name: string;
  value: number;
  p95: number | null;
  unit: string;
  target: number;
  ok: boolean;
  against: string;
  /** The figure of what it is held against, in the same unit. */
  againstValue: number;
  /** value ÷ againstValue. */
  ratio: number;
};

export type Given = Omit<Figure, "ok" | "ratio"> & {
  isMoreBetter?: boolean;
  /** What the target is for; the median unless the budget says p95. */
  judgedBy?: "median" | "p95";
};

export function figure({ isMoreBetter = false, judgedBy = "median", ...given }: Given): Figure {
  const { value, target, p95, againstValue } = given;
  const judged = judgedBy === "p95" ? (p95 ?? value) : value;
  const ok = isMoreBetter ? judged >= target : judged <= target;
  const ratio = againstValue === 0 ? 0 : round(value / againstValue);
  return {
    ...given,
    value: round(value),
    p95: p95 === null ? null : round(p95),
    againstValue: round(againstValue),
    ok,
    ratio,
  };
}

const round = (value: number): number => (Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 100) / 100);

export function quantile(samples: readonly number[], q: number): number {
  if (samples.length === 0) throw new Error("nothing was measured");
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0;
}
export const median = (samples: readonly number[]): number => quantile(samples, 0.5);

/** What several runs of many samples say: the median of the runs' medians, and the 95th percentile of all samples. */
export function summary(runs: readonly (readonly number[])[]): { value: number; p95: number } {
  return { value: median(runs.map(median)), p95: quantile(runs.flat(), 0.95) };
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** On a machine that is busy with something else a run ends after this long, with fewer samples. */
const MOST_RUN_MS = 1_500;
const LEAST_SAMPLES = 4;

/** Runs both kinds of work in turns, so that whatever else the machine does meets both alike. */
export async function inTurns(
  counts: { runs: number; samples: number; warmUp?: number },
  ...works: (() => Promise<unknown>)[]
): Promise<{ value: number; p95: number }[]> {
  const runs: number[][][] = works.map(() => []);
  for (let i = 0; i < (counts.warmUp ?? 20); i++) for (const work of works) await work();
  for (let run = 0; run < counts.runs; run++) {
    for (const [index, work] of works.entries()) {
      const samples: number[] = [];
      const until = performance.now() + MOST_RUN_MS;
      while (samples.length < counts.samples && (samples.length < LEAST_SAMPLES || performance.now() < until)) {
        samples.push(await timed(work));
      }
      runs[index]?.push(samples);
    }
  }
  return runs.map(summary);
}
