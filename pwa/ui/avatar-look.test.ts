import { expect, test } from "vitest";
import { avatarHue, initials } from "./avatar-look.ts";

test("initials: returns the first letters of the first and the last name", () => {
  expect(initials("Helena Sampaio")).toBe("HS");
  expect(initials("Maria das Dores Lima")).toBe("ML");
  expect(initials("otávio")).toBe("O");
  expect(initials("Élida Íris")).toBe("ÉÍ");
});

test("initials: a name of signs only or an empty name still gives a character", () => {
  expect(initials("(Ana) ~Bia~")).toBe("AB");
  expect(initials("+55 31 95550")).toBe("59");
  expect(initials("  ")).toBe("?");
});

test("avatarHue: an id always has the same hue", () => {
  expect(avatarHue("0190-a")).toBe(avatarHue("0190-a"));
  const hues = new Set(Array.from({ length: 40 }, (_, index) => avatarHue(`contact-${index}`)));
  expect(hues.size).toBeGreaterThan(6);
});
