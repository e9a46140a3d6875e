import { expect, test } from "vitest";
import { tagColorOf } from "../../../contracts/desk/tags.ts";
import { givenCommand } from "../testing/given.ts";
import { tagRefs } from "./tags.ts";

const lanePosition = Number.MAX_SAFE_INTEGER;
const pulled = [
  { kind: "tag" as const, id: "a", rev: 1, name: "Pago", color: "#111111", isKanban: false, lanePosition: 0 },
];

test("a tag created here shows immediately, ordered by name, with its final colour", () => {
  const made = givenCommand("tag.create", { name: " Orçamento " });
  expect(tagRefs(pulled, [made])).toEqual([
    {
      kind: "tag",
      id: made.id,
      rev: 0,
      name: "Orçamento",
      color: tagColorOf("Orçamento"),
      isKanban: false,
      lanePosition,
    },
    ...pulled,
  ]);
});

test("an existing tag is shown once, a refused one is not shown", () => {
  const commands = [
    givenCommand("tag.create", { name: "Pago" }),
    givenCommand("tag.create", { name: "Urgente" }, { state: "refused" }),
  ];
  expect(tagRefs(pulled, commands)).toEqual(pulled);
});

test("two tags of one name created here are shown once, as the first of them", () => {
  const commands = ["Urgente", " Urgente "].map((name) => givenCommand("tag.create", { name, color: "#222222" }));
  expect(tagRefs([], commands)).toEqual([
    { kind: "tag", id: commands[0]?.id, rev: 0, name: "Urgente", color: "#222222", isKanban: false, lanePosition },
  ]);
});

test("an answered tag is shown until it is pulled, then only the pulled one", () => {
  const made = givenCommand("tag.create", { name: "Vip", isKanban: true }, { state: "answered", rev: 4 });
  expect(tagRefs(pulled, [made]).map(({ name, isKanban }) => [name, isKanban])).toEqual([
    ["Pago", false],
    ["Vip", true],
  ]);
  const shown = {
    kind: "tag" as const,
    id: made.id,
    rev: 4,
    name: "VIP",
    color: "#222222",
    isKanban: true,
    lanePosition: 2,
  };
  expect(tagRefs([...pulled, shown], [made])).toEqual([...pulled, shown]);
});
