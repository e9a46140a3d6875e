import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { usualHours } from "../hours.ts";
import { QueueFields, queueNames } from "../wire/queues.ts";
import { fromWire, toWire } from "../wire/rename.ts";
import {
  NewQueueOption,
  NewQueueRequest,
  QueueColor,
  QueueInput,
  QueueMenu,
  QueueRequest,
  queueColors,
  rotationChoices,
} from "./queues.ts";

const queue = { name: "Vendas", color: "#c2352f" };
const idOf = (place: number) => `0190f3a4-0000-7000-8000-${String(place).padStart(12, "0")}`;
const line = (place: number, parent: number | null = null) => ({
  id: idOf(place),
  parentId: parent === null ? null : idOf(parent),
  title: `Opção ${place}`,
});

test("QueueInput: a name and a colour alone get the defaults", () => {
  const parsed = v.parse(QueueInput, { name: " Vendas ", color: " #C2352F " });
  expect(parsed).toMatchObject({ ...queue, rotationMinutes: 0, isRotating: false, position: 0, typebotDelayMs: 1_000 });
  // Absent means unchanged.
  expect(parsed).not.toHaveProperty("schedules");
  expect(parsed).not.toHaveProperty("menu");
});

test.each<[string, unknown, unknown]>([
  ["name", "Ve", " V "],
  ["name", "V".repeat(50), "V".repeat(51)],
  ["greetingMessage", "x".repeat(4_000), "x".repeat(4_001)],
  ["token", "x".repeat(200), "x".repeat(201)],
  ["position", 10_000, 10_001],
  ["position", 0, -1],
  ["typebotDelayMs", 60_000, 60_001],
  ["typebotDelayMs", 1, 0.5],
  ["typebotExpiresMinutes", 525_600, 525_601],
  ["rotationMinutes", 60, 61],
  ["schedules", [...usualHours], usualHours.slice(1)],
  ["menu", [], {}],
])("QueueInput: %s accepts %j and refuses %j", (field, passes, fails) => {
  const isValid = (value: unknown) => v.is(QueueInput, { ...queue, [field]: value });
  expect([isValid(passes), isValid(fails)]).toEqual([true, false]);
});

test.each([
  ["#abc", true],
  ["#12345678", true],
  ["#ab", true],
  ["#a", false],
  ["#123456789", false],
  ["abcdef", false],
  ["#ggg", false],
  ["#abc;x", false],
])("QueueColor: %s is valid: %s", (color, isValid) => {
  expect(v.is(QueueColor, color)).toBe(isValid);
});

test("the preset colours are fifty different valid colours", () => {
  expect(new Set(queueColors).size).toBe(50);
  expect(queueColors.filter((color) => !v.is(QueueColor, color))).toEqual([]);
});

test("rotation choices are accepted, and no other minutes", () => {
  const accepted = Array.from({ length: 62 }, (_, minutes) => minutes).filter((rotationMinutes) =>
    v.is(QueueInput, { ...queue, rotationMinutes }),
  );
  expect(accepted).toEqual([...rotationChoices]);
});

test("a Typebot address needs http or https, and a slug", () => {
  const problem = (typebotUrl: string, typebotSlug: string) => {
    const result = v.safeParse(QueueInput, { ...queue, typebotUrl, typebotSlug });
    return result.issues?.[0] && v.getDotPath(result.issues[0]);
  };
  expect(problem("https://bot.teste.example", "loja")).toBeUndefined();
  expect(problem("http://bot.teste.example", "loja")).toBeUndefined();
  expect(problem("", "")).toBeUndefined();
  expect(problem("https://bot.teste.example", " ")).toBe("typebotSlug");
  for (const address of ["ftp://bot.teste.example", "javascript:alert(1)", "bot"])
    expect(problem(address, "loja")).toBe("typebotUrl");
});

test("a request leaves name and colour to the verb, which has an error code for each", () => {
  const request = { name: " V ", color: " VERMELHO " };
  expect(v.parse(QueueRequest, request)).toMatchObject({ name: "V", color: "vermelho" });
  expect(v.parse(NewQueueRequest, { ...request, id: idOf(1).toUpperCase() })).toMatchObject({ id: idOf(1) });
  expect(v.is(QueueInput, request)).toBe(false);
  expect(v.is(QueueRequest, { ...request, typebotUrl: "https://bot.teste.example" })).toBe(false);
});

test("a menu lists each parent before its options, and each id once", () => {
  expect(v.is(QueueMenu, [line(1), line(2, 1), line(3, 2), line(4)])).toBe(true);
  expect(v.is(QueueMenu, [line(2, 1), line(1)])).toBe(false);
  expect(v.is(QueueMenu, [line(1), line(1)])).toBe(false);
  expect(v.is(QueueMenu, [line(1, 1)])).toBe(false);
  expect(v.is(QueueMenu, [line(1, 9)])).toBe(false);
  expect(v.is(QueueMenu, [line(1, 2), line(2, 1)])).toBe(false);
});

test("a menu has at most 500 options with titles of 1 to 80 characters", () => {
  const options = Array.from({ length: 501 }, (_, place) => line(place));
  expect([v.is(QueueMenu, options.slice(1)), v.is(QueueMenu, options)]).toEqual([true, false]);
  const titled = (title: string) => v.is(QueueMenu, [{ ...line(1), title }]);
  expect([titled("x".repeat(80)), titled("x".repeat(81)), titled(" ")]).toEqual([true, false, false]);
});

test("a menu of any shape is accepted exactly when each parent comes before its options", () => {
  const parent = fc.option(fc.nat(6));
  fc.assert(
    fc.property(fc.array(parent, { maxLength: 7 }), (parents) => {
      const menu = parents.map((above, place) => line(place, above));
      return v.is(QueueMenu, menu) === parents.every((above, place) => above === null || above < place);
    }),
    { seed: 13 },
  );
});

test("a new option without a position is accepted; a position counts from 1", () => {
  const option = { queueId: idOf(1), title: " Boleto " };
  expect(v.parse(NewQueueOption, option)).toEqual({ queueId: idOf(1), parentId: null, title: "Boleto", message: "" });
  const placed = (position: number) => v.is(NewQueueOption, { ...option, position });
  expect([0, 1, 1_000, 1_001, 1.5].map(placed)).toEqual([false, true, true, false, false]);
});

test("a queue round-trips through its names in the HTTP interface, and old queues get the usual hours", () => {
  const fields = v.parse(QueueFields, {
    ...v.parse(QueueInput, queue),
    schedules: [],
  });
  expect(fields.schedules).toEqual(usualHours);
  expect(fromWire(queueNames, toWire(queueNames, fields))).toEqual(fields);
  expect(new Set(Object.values(queueNames)).size).toBe(Object.keys(queueNames).length);
});
