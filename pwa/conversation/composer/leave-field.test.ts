import { expect, test, vi } from "vitest";
import { createLeavings, textBehind } from "./leave-field.ts";

function givenField() {
  const leavings = createLeavings();
  const field = { text: "" };
  const stored: string[] = [];
  const writing = Promise.withResolvers<void>();
  const store = vi.fn(async (text: string) => {
    await writing.promise;
    stored.push(text);
  });
  const press = () =>
    leavings.send(field.text, {
      store,
      take(text) {
        field.text = textBehind(field.text, text);
      },
    });
  return { field, press, store, stored, stores: writing.resolve };
}

test("a text leaves the field when it is stored", async () => {
  const { field, press, stores } = givenField();
  field.text = "Olá";
  const sent = press();
  await Promise.resolve();
  expect(field.text).toBe("Olá");
  stores();
  await sent;
  expect(field.text).toBe("");
});

test("a text that is not stored stays, and the next press sends it", async () => {
  const { field, press, store, stored, stores } = givenField();
  stores();
  field.text = "Olá";
  store.mockRejectedValueOnce(new Error("full"));
  await expect(press()).rejects.toThrow("full");
  expect([field.text, stored]).toEqual(["Olá", []]);
  await press();
  expect([field.text, stored]).toEqual(["", ["Olá"]]);
});

test("a second press sends nothing twice, and what was typed since then once", async () => {
  const { field, press, store, stored, stores } = givenField();
  field.text = "um";
  const presses = [press(), press()];
  field.text = "umdois";
  presses.push(press(), press());
  field.text = "umdoistrês";
  stores();
  await Promise.all(presses);
  expect([field.text, stored]).toEqual(["três", ["um", "dois"]]);
  expect(store.mock.calls).toEqual([
    ["um", false],
    ["dois", true],
  ]);
});

test("a second press on a text that was not stored tries once more", async () => {
  const { field, press, store, stored, stores } = givenField();
  stores();
  field.text = "Olá";
  store.mockRejectedValueOnce(new Error("full"));
  const [first, second] = [press(), press()];
  await expect(first).rejects.toThrow("full");
  await second;
  expect([field.text, stored]).toEqual(["", ["Olá"]]);
});

test.each([
  ["Olá", "Olá", ""],
  ["Olá\n", "Olá", ""],
  ["Olá mundo", "Olá", "mundo"],
  ["outro", "Olá", "outro"],
  ["", "Olá", ""],
])("of %j, after %j was stored, %j stays", (field, sent, rest) => {
  expect(textBehind(field, sent)).toBe(rest);
});
