import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const pwa = new URL("..", import.meta.url).pathname;

test("images: each is decoded asynchronously, so that a large picture does not stop the page", () => {
  const files = globSync("**/*.tsx", {
    cwd: pwa,
    exclude: (name) => name === "paraglide" || name.endsWith(".test.tsx"),
  });
  const images = files.flatMap((file) =>
    [...readFileSync(pwa + file, "utf8").matchAll(/<img\s[\s\S]*?\/>/g)].map(([image]) => ({ file, image })),
  );
  expect(images.length).toBeGreaterThan(5);
  expect(images.filter(({ image }) => !image.includes('decoding="async"'))).toEqual([]);
});
