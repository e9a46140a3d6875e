import { beforeEach, expect, test, vi } from "vitest";

const kept = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => void kept.set(name, value),
});
const { changeKey, forgetOwnKeys, takenBy } = await import("./change-keys.ts");
const { capsOf, changeable, keysOf, onOwnKeys } = await import("./own-keys.ts");
const { isPressed } = await import("./pressed.ts");

beforeEach(() => forgetOwnKeys());

const press = (key: string, shiftKey = false) => ({ key, shiftKey, ctrlKey: false, metaKey: false, altKey: false });

test("own keys: a changed letter works and is shown at once, and the arrow stays", () => {
  const told = vi.fn();
  const stop = onOwnKeys(told);
  changeKey("next", "D");
  expect(keysOf("next")).toEqual(["D", "↓"]);
  expect(isPressed(press("d"), "next")).toBe(true);
  expect(isPressed(press("j"), "next")).toBe(false);
  changeKey("giveBack", "Shift+V");
  expect(capsOf("giveBack")).toBe("Shift V");
  expect(isPressed(press("V", true), "giveBack")).toBe(true);
  expect(isPressed(press("v"), "giveBack")).toBe(false);
  expect(told).toHaveBeenCalledTimes(2);
  stop();
  forgetOwnKeys();
  expect(keysOf("next")).toEqual(["J", "↓"]);
});

test("own keys: a letter in use is refused, and so is G, which starts a navigation", () => {
  expect(takenBy("accept", "T")).toBe("transfer");
  expect(takenBy("accept", "G")).toBe("go");
  expect(takenBy("accept", "Q")).toBeNull();
  expect(() => changeKey("accept", "T")).toThrow();
  changeKey("transfer", "Y");
  changeKey("accept", "T");
  expect(takenBy("transfer", "T")).toBe("accept");
});

test("own keys: standard keys cannot be changed, and invalid stored keys are ignored", async () => {
  expect(changeable).not.toContain("send");
  expect(changeable).not.toContain("palette");
  expect(() => changeKey("palette", "P")).toThrow();
  kept.set("keys", '{"accept":"Enter"}');
  vi.resetModules();
  const anew = await import("./own-keys.ts");
  expect(anew.keysOf("accept")).toEqual(["A", "Alt+A"]);
});
