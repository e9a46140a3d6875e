import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import type { Figure } from "./figures.ts";
import { rowsNamed } from "./rows/index.ts";
import { openWorld } from "./world.ts";

const folder = new URL("./results", import.meta.url).pathname;
const file = `${folder}/latest.json`;

/** `npm run bench -- NAME…`: measures the rows whose names begin with one of these; all rows without names. */
async function main(names: string[]): Promise<void> {
  const chosen = await rowsNamed(names);
  if (chosen.length === 0) throw new Error(`no row is called ${names.join(" or ")}; bench/README.md lists them`);
  const loadBefore = loadavg();
  const world = await openWorld();
  const figures: Figure[] = [];
  const crashed: string[] = [];
  try {
    for (const row of chosen) {
      process.stderr.write(`${row.name}\n`);
      try {
        figures.push(...(await row.measure(world)));
        save(figures, true);
      } catch (error) {
        console.error(error);
        crashed.push(row.name);
      }
    }
  } finally {
    await world.close();
  }
  print(figures, loadBefore);
  save(figures, names.length > 0 || crashed.length > 0);
  if (crashed.length > 0) console.error(`\nCould not be measured: ${crashed.join(", ")}`);
  process.exit(crashed.length > 0 || figures.length === 0 ? 1 : 0);
}

function print(figures: Figure[], loadBefore: number[]): void {
  const head = ["name", "median", "p95", "unit", "target", "ok", "against", "its median", "ratio"];
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

/** Saves the figures; a run of some rows keeps the results of the others. */
function save(figures: Figure[], keepsOthers: boolean): void {
  mkdirSync(folder, { recursive: true });
  const before: Figure[] = keepsOthers && existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
  const fresh = new Map(figures.map((one) => [one.name, one]));
  const known = new Set(before.map((one) => one.name));
  const merged = [...before.map((one) => fresh.get(one.name) ?? one), ...figures.filter((one) => !known.has(one.name))];
  writeFileSync(file, `${JSON.stringify(merged, null, 2)}\n`);
}

await main(process.argv.slice(2));
