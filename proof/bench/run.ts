import { cpus, loadavg, totalmem } from "node:os";
import { forgetBrowser, launchedBrowser } from "./browser.ts";
import { compare } from "./compare.ts";
import { openEnvironment } from "./environment.ts";
import type { Figure } from "./figures.ts";
import { isDisturbed, watchLoad } from "./machine-load.ts";
import { readCommittedResults, readMeasuredCode, readResults, saveFigures, staleReason } from "./results.ts";
import { foldersOf, rowsNamed } from "./rows/index.ts";

/**
 * `npm run bench -- [--compare] NAME…`: measures the rows whose names begin with one of these; all rows without names.
 * `npm run bench -- --stale` measures nothing, and lists the results that are older than the code they measure.
 */
async function main(names: string[], compares: boolean): Promise<void> {
  const chosen = await rowsNamed(names);
  if (chosen.length === 0) throw new Error(`no row is called ${names.join(" or ")}; proof/bench/README.md lists them`);
  const code = readMeasuredCode();
  const loadBefore = loadavg();
  const environment = await openEnvironment();
  const figures: Figure[] = [];
  const crashed: string[] = [];
  try {
    for (const row of chosen) {
      process.stderr.write(`${row.name}\n`);
      try {
        forgetBrowser();
        const load = watchLoad();
        const measured = await row.measure(environment);
        const { others, steal } = load();
        // A row that measures the load of each try has better values.
        const about = { others, steal, browser: launchedBrowser() };
        figures.push(...measured.map((one) => ({ ...about, ...one })));
        saveFigures(figures, true, code);
      } catch (error) {
        console.error(error);
        crashed.push(row.name);
      }
    }
  } finally {
    await environment.close();
  }
  print(figures, loadBefore);
  if (!saveFigures(figures, names.length > 0 || crashed.length > 0, code))
    console.log(`\nUNCOMMITTED, not saved: ${code.uncommitted.join(", ")} differ from ${code.commit}`);
  if (compares) printComparison(figures);
  printStaleResults();
  if (crashed.length > 0) console.error(`\nCould not be measured: ${crashed.join(", ")}`);
  process.exit(crashed.length > 0 || figures.length === 0 ? 1 : 0);
}

function print(figures: Figure[], loadBefore: number[]): void {
  const head = ["name", "median", "p95", "unit", "target", "ok", "against", "its median", "ratio", "others", "steal"];
  const cells = figures.map((f) => [
    f.name,
    String(f.value),
    f.p95 === null ? "" : String(f.p95),
    f.unit,
    String(f.target),
    f.ok ? "yes" : "NO",
    f.against,
    String(f.againstValue),
    String(f.ratio),
    ...loadCells(f),
  ]);
  const widths = head.map((title, at) => Math.max(title.length, ...cells.map((row) => row[at]?.length ?? 0)));
  const line = (row: string[]) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd();
  const load = (averages: number[]) => averages.map((one) => one.toFixed(1)).join(" ");
  console.log(`\n${[line(head), line(widths.map((width) => "─".repeat(width))), ...cells.map(line)].join("\n")}`);
  console.log(
    `\n${cpus().length} cores (${cpus()[0]?.model}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}; ` +
      `load before ${load(loadBefore)}, after ${load(loadavg())}; missed: ${figures.filter((one) => !one.ok).length}`,
  );
}

/** Percent of all cores; a disturbed figure is marked. */
const loadCells = ({ others = 0, steal = 0 }: Figure): string[] => [
  `${others.toFixed(1)} %${isDisturbed({ others, steal }) ? " !" : ""}`,
  `${steal.toFixed(1)} %`,
];

/** Prints each figure beside the one of the last commit, and marks those that became more than 15 % worse. */
function printComparison(figures: Figure[]): void {
  console.log("\nCompared with the committed figures, each in relation to its reference of the same run:");
  for (const { name, before, now, unit, change, isWorse } of compare(readCommittedResults(), figures))
    console.log(
      `${isWorse ? "WORSE" : "     "}  ${change?.toFixed(2) ?? "   –"}  ${name}: ${before} → ${now} ${unit}` +
        (change === null ? ", with another reference" : ""),
    );
}

/** Prints the saved results that are older than the code they measure. */
function printStaleResults(): void {
  const stale = readResults().flatMap((one) => {
    const reason = staleReason(one, foldersOf(one.name));
    return reason ? [`  ${one.name}: ${reason}`] : [];
  });
  console.log(stale.length === 0 ? "\nNo result is stale." : `\n${stale.length} stale:\n${stale.join("\n")}`);
}

const args = process.argv.slice(2);
const unknown = args.filter((arg) => arg.startsWith("-") && arg !== "--compare" && arg !== "--stale");
if (unknown.length > 0) throw new Error(`unknown: ${unknown.join(", ")}; there are --compare and --stale`);
if (args.includes("--stale")) printStaleResults();
else
  await main(
    args.filter((arg) => !arg.startsWith("-")),
    args.includes("--compare"),
  );
