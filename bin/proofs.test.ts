import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { committedTree, proofOfTree, proofs } from "./proofs.ts";

const trees = Array.from({ length: 400 }, (_, at) => createHash("sha1").update(`${at}`).digest("hex"));

test("the same files choose the same proof, and every proof with a part is chosen by some", () => {
  const chosen = new Set(trees.map((tree) => proofOfTree(tree).name));
  expect([...chosen].sort()).toEqual(proofs.flatMap(({ name, part }) => (part ? [name] : [])).sort());
  expect(proofOfTree(trees[0] ?? "")).toEqual(proofOfTree(trees[0] ?? ""));
});

test("the proofs name files that exist", () => {
  const files = proofs
    .flatMap(({ files, script }) => (script ? [script] : files))
    .filter((file) => file.endsWith(".ts"));
  expect(files.filter((file) => !existsSync(join(import.meta.dirname, "..", file)))).toEqual([]);
});

test("a part sets the same sizes as the whole proof", () => {
  for (const { name, size, part } of proofs) if (part) expect(Object.keys(part), name).toEqual(Object.keys(size));
});

test("the tree of the last commit is a hash", () => {
  expect(committedTree()).toMatch(/^[0-9a-f]{40,64}$/);
});
