import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { cutBetweenSigns, splitFileName, strangerFileName, strangerName } from "./stranger-text.ts";

const table = (name: string): [given: string, shown: string][] =>
  JSON.parse(readFileSync(new URL(`../../proof/field/${name}.json`, import.meta.url), "utf8"));

test.each(table("names"))("the name %j is shown as %j", (given, shown) => expect(strangerName(given)).toBe(shown));
test.each(table("file-names"))("the file name %j is shown as %j", (given, shown) =>
  expect(strangerFileName(given, 255)).toBe(shown),
);

test("a long name is cut between signs, a long file name before its ending", () => {
  expect(cutBetweenSigns(`${"a".repeat(99)}🌻`, 100)).toBe("a".repeat(99));
  expect(cutBetweenSigns(`${"a".repeat(95)}👩‍👩‍👧`, 100)).toBe("a".repeat(95));
  expect(cutBetweenSigns(`${"a".repeat(99)}e\u0301`, 100)).toBe("a".repeat(99));
  expect(strangerFileName(`${"a".repeat(300)}.pdf`, 255)).toBe(`${"a".repeat(251)}.pdf`);
  expect(cutBetweenSigns("👩‍👩‍👧", 3).isWellFormed()).toBe(true);
});

test("property: a cut text is a beginning of whole signs", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), fc.integer({ min: 12, max: 30 }), (text, most) => {
      const cut = cutBetweenSigns(text, most);
      expect(cut.length).toBeLessThanOrEqual(most);
      const signs = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
      expect(signs.slice(0, [...new Intl.Segmenter().segment(cut)].length).join("")).toBe(cut);
    }),
    { seed: 19 },
  );
});

test("splitFileName finds the real ending", () => {
  expect(splitFileName("a.tar.gz")).toEqual({ stem: "a.tar", ending: ".gz" });
  for (const name of ["leia-me", ".perfil", "fim.", "v. 2 do contrato"]) expect(splitFileName(name).ending).toBe("");
});
