import { expect, test } from "vitest";
import { tagColorOf } from "../../contracts/tags.ts";
import { givenCommand } from "../testing/given.ts";
import { tagRefs } from "./tags.ts";

const pulled = [{ kind: "tag" as const, id: "a", rev: 1, name: "Pago", color: "#111111", isKanban: false }];

test("a tag created here shows immediately, ordered by name, with its final colour", () => {
  const made = givenCommand("tag.create", { name: " Orçamento " });
  expect(tagRefs(pulled, [made])).toEqual([
    { kind: "tag", id: made.id, rev: 0, name: "Orçamento", color: tagColorOf("Orçamento"), isKanban: false },
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
