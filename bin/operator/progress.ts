import type { Step } from "../../db/index.ts";

/** Where progress is written: a terminal, or a file or log. */
type Output = { isTTY?: boolean; columns?: number; write(text: string): unknown };

export type Progress = {
  onStep(step: Step): void;
  /** Writes the present state; called at intervals. */
  print(): void;
  /** Removes the line from a terminal, before other lines. */
  clear(): void;
};

/** Silence shorter than this is not mentioned. */
const QUIET_MS = 10_000;
const COLUMNS = 80;
const UP_TO_LINE_START = "\r\x1b[2K";

/** Describes the progress of a command in one line: rewritten on a terminal, a line of its own elsewhere. `now` in ms. */
export function openProgress(command: string, output: Output, now: () => number): Progress {
  const beganAt = now();
  let movedAt = beganAt;
  let step: Step | null = null;
  let bytes = 0;
  let isShown = false;

  function line(): string {
    const quietMs = now() - movedAt;
    const place = step?.done === undefined ? [] : [placeOf(step.done, step.total)];
    const parts = [
      ...place,
      ...(step ? [step.name] : []),
      ...(bytes > 0 ? [sizeText(bytes)] : []),
      secondsText(now() - beganAt),
      ...(quietMs >= QUIET_MS ? [`nothing for ${secondsText(quietMs)}`] : []),
    ];
    return `${command}: ${parts.join(", ")}`;
  }

  return {
    onStep(next) {
      movedAt = now();
      bytes += next.bytes ?? 0;
      // A report of bytes keeps the place of the report before it.
      step = next.bytes === undefined || next.name !== step?.name ? next : step;
    },
    print() {
      if (output.isTTY) output.write(`${UP_TO_LINE_START}${line().slice(0, (output.columns ?? COLUMNS) - 1)}`);
      else output.write(`${line()}\n`);
      isShown = true;
    },
    clear() {
      if (output.isTTY && isShown) output.write(UP_TO_LINE_START);
      isShown = false;
    },
  };
}

const placeOf = (done: number, total?: number): string =>
  total === undefined ? `${done} done` : `${done} of ${total}`;

const secondsText = (ms: number): string => `${Math.round(ms / 1_000)} s`;

/** Bytes in decimal units, as disks are sold: "134.2 MB". */
export function sizeText(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  let [value, unit] = [bytes, 0];
  while (value >= 1_000 && unit < units.length - 1) [value, unit] = [value / 1_000, unit + 1];
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}
