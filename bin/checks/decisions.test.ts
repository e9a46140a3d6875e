import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const folder = new URL("../../docs/decisions/", import.meta.url);
const pages = readdirSync(folder).filter((name) => name !== "README.md");
const index = readFileSync(new URL("README.md", folder), "utf8");

test.each(pages)("decision %s has a number, a title, a status with date, and a line in the index", (name) => {
  const [heading = "", , status] = readFileSync(new URL(name, folder), "utf8").split("\n");
  const title = heading.slice("# 0000: ".length);
  expect(heading).toBe(`# ${name.slice(0, 4)}: ${title}`);
  expect(status).toMatch(/^Status: (proposed|accepted|replaced), \d{4}-\d\d-\d\d\./);
  expect(index).toContain(`| ${name.slice(0, 4)} | [${title}](${name}) |`);
});
