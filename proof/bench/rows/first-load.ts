import { join } from "node:path";
import { buildIfNeeded } from "../../../bin/build.ts";
import { type LoadedFile, readFirstLoad, scriptsBeforeList, sumOf } from "../../../bin/first-load.ts";
import { type Figure, figure } from "../figures.ts";
import type { Row } from "./index.ts";

const folder = join(new URL("../../..", import.meta.url).pathname, "dist", "pwa");
/** Chunks that load later are listed from this size on, in bytes. */
const LISTED = 10_000;
/** The goal, in bytes; the limit of the journey is the present size. */
const GOAL = 150_000;
const targets = { style: 20_000, font: 30_000 };

const kb = (bytes: number): number => bytes / 1000;

function print(files: LoadedFile[]): void {
  const listed = files.filter(({ stage, gzip }) => stage !== "later" || gzip >= LISTED);
  console.log("\nfirst load: KB gzipped, KB, file");
  for (const stage of new Set(listed.map((file) => file.stage))) {
    const own = listed.filter((file) => file.stage === stage).toSorted((a, b) => b.gzip - a.gzip);
    console.log(`  ${stage}${stage === "later" ? `, from ${kb(LISTED)} KB on` : ""}`);
    for (const { path, gzip, bytes } of own)
      console.log(`  ${kb(gzip).toFixed(1).padStart(8)} ${kb(bytes).toFixed(1).padStart(8)}  ${path}`);
  }
}

function measured(name: string, files: LoadedFile[], target: number): Figure {
  return figure({
    name,
    value: kb(sumOf(files)),
    p95: null,
    unit: "KB",
    target: kb(target),
    against: "not compressed",
    againstValue: kb(files.reduce((sum, { bytes }) => sum + bytes, 0)),
  });
}

export const rows: Row[] = [
  {
    name: "first-load",
    async measure() {
      buildIfNeeded();
      const files = readFirstLoad(folder);
      print(files);
      const before = files.filter(({ stage }) => stage === "before the list");
      const ending = (end: string) => before.filter(({ path }) => path.endsWith(end));
      return [
        measured("first-load-script", scriptsBeforeList(files), GOAL),
        measured("first-load-style", ending(".css"), targets.style),
        measured("first-load-font", ending(".woff2"), targets.font),
      ];
    },
  },
];
