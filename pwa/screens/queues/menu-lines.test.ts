import * as v from "valibot";
import { expect, test } from "vitest";
import { QueueMenu } from "../../../contracts/desk/queues.ts";
import { inOrder, menuPreview, moveLine, nestLine, outline, unnestLine, withoutLine } from "./menu-lines.ts";

const uuid = (letter: string) => `00000000-0000-7000-8000-00000000000${letter}`;
const line = (letter: string, parent: string | null = null) => ({
  id: uuid(letter),
  parentId: parent && uuid(parent),
  title: letter.toUpperCase(),
  message: `Sobre ${letter}`,
});
const menu = [line("a"), line("b"), line("c", "a"), line("d", "a"), line("e")];
const drawn = (lines: typeof menu) =>
  outline(lines).map(({ depth, number, title }) => `${"  ".repeat(depth)}${number} ${title}`);

test("menu lines: are read in order, each level counted from 1", () => {
  expect(drawn(menu)).toEqual(["1 A", "  1 C", "  2 D", "2 B", "3 E"]);
});

test("menu lines: one moves among its siblings with everything below it, and not past the ends", () => {
  expect(drawn(moveLine(menu, uuid("b"), -1))).toEqual(["1 B", "2 A", "  1 C", "  2 D", "3 E"]);
  expect(drawn(moveLine(menu, uuid("d"), -1))).toEqual(["1 A", "  1 D", "  2 C", "2 B", "3 E"]);
  expect(moveLine(menu, uuid("a"), -1)).toEqual(menu);
  expect(moveLine(menu, uuid("e"), 1)).toEqual(menu);
});

test("menu lines: one moves below the one above it, and out again", () => {
  const nested = nestLine(menu, uuid("b"));
  expect(drawn(nested)).toEqual(["1 A", "  1 C", "  2 D", "  3 B", "2 E"]);
  expect(drawn(unnestLine(nested, uuid("b")))).toEqual(drawn(menu));
  expect(drawn(unnestLine(menu, uuid("c")))).toEqual(["1 A", "  1 D", "2 C", "3 B", "4 E"]);
  expect(nestLine(menu, uuid("a"))).toEqual(menu);
  expect(unnestLine(menu, uuid("a"))).toEqual(menu);
});

test("menu lines: removing one removes everything below it", () => {
  expect(drawn(withoutLine(nestLine(menu, uuid("b")), uuid("a")))).toEqual(["1 E"]);
});

test("menu lines: parents are saved first after any moves", () => {
  let moved = nestLine(menu, uuid("e"));
  moved = unnestLine(moveLine(nestLine(moved, uuid("d")), uuid("a"), 1), uuid("c"));
  expect(v.is(QueueMenu, inOrder(moved))).toBe(true);
  expect(inOrder(moved)).toHaveLength(menu.length);
});

test("menu lines: the preview is the text that the contact receives", () => {
  expect(menuPreview(menu, null, "Olá! ")).toBe("Olá!\n\n*[ 1 ]* - A\n*[ 2 ]* - B\n*[ 3 ]* - E");
  expect(menuPreview(menu, uuid("a"), "Olá!")).toBe("Sobre a\n\n*[ 1 ]* - C\n*[ 2 ]* - D\n*[ # ]* - Voltar ao menu");
  expect(menuPreview(menu, uuid("b"), "Olá!")).toBe("Sobre b");
});
