import { expect, test } from "vitest";
import { avatarHue, initials } from "./avatar-look.ts";

test("initials are the first letters of the first and the last name", () => {
  expect(initials("Helena Sampaio")).toBe("HS");
  expect(initials("Maria das Dores Lima")).toBe("ML");
  expect(initials("otávio")).toBe("O");
  expect(initials("Élida Íris")).toBe("ÉÍ");
});

test("signs and empty names still give something to draw", () => {
  expect(initials("(Ana) ~Bia~")).toBe("AB");
  expect(initials("+55 31 95550")).toBe("59");
  expect(initials("  ")).toBe("?");
});

test("an id keeps its hue", () => {
  expect(avatarHue("0190-a")).toBe(avatarHue("0190-a"));
  const hues = new Set(Array.from({ length: 40 }, (_, index) => avatarHue(`contact-${index}`)));
  expect(hues.size).toBeGreaterThan(6);
});
