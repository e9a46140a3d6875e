import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { compare } from "./compare.ts";
import { figure } from "./figures.ts";
import { saveFigures, staleReason, uncommittedFiles } from "./results.ts";

const row = (value: number, againstValue: number, isMoreBetter = false) =>
  figure({ name: "row", value, againstValue, isMoreBetter, p95: null, unit: "ms", target: 1, against: "reference" });
const changeOf = (before: ReturnType<typeof row>, now: ReturnType<typeof row>) => compare([before], [now])[0];

test("a row that is slower together with its reference is not worse", () => {
  expect(changeOf(row(10, 1), row(20, 2))).toMatchObject({ change: 1, isWorse: false });
});

test("a row that is more than 15 % slower than its reference is worse", () => {
  expect(changeOf(row(10, 1), row(11.4, 1))).toMatchObject({ isWorse: false });
  expect(changeOf(row(10, 1), row(11.6, 1))).toMatchObject({ isWorse: true });
});

test("fewer requests per second are worse, more are better", () => {
  expect(changeOf(row(100, 100, true), row(80, 100, true))).toMatchObject({ change: 1.25, isWorse: true });
  expect(changeOf(row(100, 100, true), row(200, 100, true))).toMatchObject({ change: 0.5, isWorse: false });
});

test("a row without a reference value is compared by its value; a new row is not compared", () => {
  expect(changeOf(row(10, 0), row(20, 0))).toMatchObject({ change: 2, isWorse: true });
  expect(changeOf(row(0, 0), row(0, 0))).toMatchObject({ change: 1, isWorse: false });
  expect(compare([], [row(1, 1)])).toEqual([]);
});

test("a result is stale when what it measures has changed since, or its commit is unknown", () => {
  expect(staleReason({ commit: "abc" }, ["api"], () => 0)).toBeNull();
  expect(staleReason({ commit: "abc" }, ["api"], () => 2)).toBe("2 commits since abc changed what it measures");
  expect(staleReason({ commit: "abc" }, ["api"], () => null)).toBe("its commit abc is not in this repository");
  expect(staleReason({}, ["api"])).toBe("its commit is not recorded");
});

test("a commit that this repository does not have makes a result stale", () => {
  expect(staleReason({ commit: "0000000000000000" }, ["api"])).toContain("not in this repository");
});

test("figures with different references are not compared", () => {
  const before = { ...row(10, 1), against: "10k tickets" };
  expect(changeOf(before, row(100, 1))).toMatchObject({ change: null, isWorse: false });
});

test("changed and new files make the code uncommitted; results and documents do not", () => {
  const status =
    " M api/app.ts\n?? domain/new.ts\nM  db/index.ts\n M proof/bench/results/latest.json\n M proof/bench/README.md\n";
  expect(uncommittedFiles(status.trim())).toEqual(["api/app.ts", "domain/new.ts", "db/index.ts"]);
  expect(uncommittedFiles("")).toEqual([]);
});

test("figures are saved with the commit of the measured code, figures of uncommitted code are not saved", () => {
  const folder = mkdtempSync(join(tmpdir(), "balcao-bench-results-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "latest.json");
  const read = () => JSON.parse(readFileSync(file, "utf8"));
  expect(saveFigures([row(10, 1)], true, { commit: "abc", uncommitted: [] }, file)).toBe(true);
  expect(read()).toMatchObject([{ name: "row", value: 10, commit: "abc" }]);
  expect(saveFigures([row(20, 1)], true, { commit: "def", uncommitted: ["api/app.ts"] }, file)).toBe(false);
  expect(read()).toMatchObject([{ name: "row", value: 10, commit: "abc" }]);
});
