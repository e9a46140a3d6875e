import { expect, test } from "vitest";
import { openProgress, sizeText } from "./progress.ts";

const MB = 1_000_000;

function given({ isTTY = false, columns = 80 } = {}) {
  const written: string[] = [];
  let now = 0;
  const output = { isTTY, columns, write: (text: string) => written.push(text) };
  const progress = openProgress("backup", output, () => now);
  const at = (seconds: number) => {
    now = seconds * 1_000;
    return progress;
  };
  return { written, at };
}

test("each line says which table, how many are finished, how many bytes and how long", () => {
  const { written, at } = given();
  at(0).onStep({ name: "public.messages", done: 61, total: 82 });
  at(3).onStep({ name: "public.messages", bytes: 134.2 * MB });
  at(4).print();
  at(5).onStep({ name: "file 1", done: 12 });
  at(6).print();
  expect(written).toEqual([
    "backup: 61 of 82, public.messages, 134.2 MB, 4 s\n",
    "backup: 12 done, file 1, 134.2 MB, 6 s\n",
  ]);
});

test("a work without a byte says for how long", () => {
  const { written, at } = given();
  at(0).onStep({ name: "public.messages", done: 0, total: 2 });
  at(9).print();
  at(42).print();
  at(43).onStep({ name: "public.messages", bytes: 10 });
  at(44).print();
  expect(written.map((line) => line.includes("nothing for"))).toEqual([false, true, false]);
  expect(written[1]).toContain("nothing for 42 s");
});

test("a terminal shows one line that is rewritten, cut at its width, and cleared before other lines", () => {
  const { written, at } = given({ isTTY: true, columns: 24 });
  at(0).onStep({ name: "public.messages", done: 1, total: 2 });
  at(1).print();
  at(1).clear();
  at(1).clear();
  expect(written).toEqual(["\r\x1b[2Kbackup: 1 of 2, public.", "\r\x1b[2K"]);
});

test("sizes are written in the unit in which they are readable", () => {
  expect([0, 999, 1_000, 134_200_000, 1_000_000_000].map(sizeText)).toEqual([
    "0 bytes",
    "999 bytes",
    "1.0 kB",
    "134.2 MB",
    "1.0 GB",
  ]);
});
