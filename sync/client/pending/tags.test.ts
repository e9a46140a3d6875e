import { expect, test } from "vitest";
import { tagColorOf } from "../../contracts/tags.ts";
import { givenCommand } from "../testing/given.ts";
import { tagRefs } from "./tags.ts";

const pulled = [{ kind: "tag" as const, id: "a", rev: 1, name: "Pago", color: "#111111", isKanban: false }];

test("a tag made here shows at once among the others by name, with the colour the server will give it", () => {
  const made = givenCommand("tag.create", { name: " Orçamento " });
  expect(tagRefs(pulled, [made])).toEqual([
    { kind: "tag", id: made.id, rev: 0, name: "Orçamento", color: tagColorOf("Orçamento"), isKanban: false },
    ...pulled,
  ]);
});

test("one that is there already, or was refused, is not shown twice or at all", () => {
  const commands = [
    givenCommand("tag.create", { name: "Pago" }),
    givenCommand("tag.create", { name: "Urgente" }, { state: "refused" }),
  ];
  expect(tagRefs(pulled, commands)).toEqual(pulled);
});
