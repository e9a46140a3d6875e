import { expect, test } from "vitest";
import { countryName, readingText } from "./phone-text.ts";

test("a number of another country is read with the country's name", () => {
  expect(countryName("US")).toBe("Estados Unidos");
  expect(readingText({ number: "14155552671", country: "US", isForeign: true })).toContain("Estados Unidos");
});

test("a number that belongs to no country, such as +800, is read without one", () => {
  expect(countryName("")).toBe("");
  expect(readingText({ number: "80012345678", country: "", isForeign: true })).toContain("+800");
});
