import { expect, test } from "vitest";
import { fileProblem, fileSize } from "./file-check.ts";

const MB = 1024 * 1024;

test("fileProblem: returns null for a file within its kind's limit", () => {
  expect(fileProblem({ name: "a.jpg", type: "image/jpeg", size: 16 * MB })).toBeNull();
  expect(fileProblem({ name: "a.pdf", type: "application/pdf", size: 64 * MB })).toBeNull();
});

test("fileProblem: refuses an empty file and, with the limit, a file over its kind's limit", () => {
  expect(fileProblem({ name: "a.jpg", type: "image/jpeg", size: 16 * MB + 1 })).toEqual({
    name: "a.jpg",
    kind: "image",
    limitMb: 16,
  });
  expect(fileProblem({ name: "a.txt", type: "", size: 0 })).toEqual({ name: "a.txt", kind: "empty" });
});

test("fileSize: formats a size in one figure", () => {
  const sizes = [0, 512, 1023, 2048, 1.5 * MB, 38 * MB, 1024 * MB, 2.25 * 1024 * MB, 4096 * 1024 * MB];
  expect(sizes.map((size) => fileSize(size, "pt"))).toEqual([
    "0 B",
    "512 B",
    "1.023 B",
    "2 KB",
    "1,5 MB",
    "38 MB",
    "1 GB",
    "2,3 GB",
    "4.096 GB",
  ]);
});
