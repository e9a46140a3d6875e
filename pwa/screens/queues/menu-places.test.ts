import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { type MenuLine, QueueMenu } from "../../../contracts/desk/queues.ts";
import { inOrder, outline } from "./menu-lines.ts";
import { placeAt, putLine, staying } from "./menu-places.ts";

const uuid = (place: number) => `00000000-0000-7000-8000-${String(place).padStart(12, "0")}`;
const line = (place: number, parent: number | null = null): MenuLine => ({
  id: uuid(place),
  parentId: parent === null ? null : uuid(parent),
  title: String(place),
  message: "",
});
/** 1 (3, 4), 2, 5 */
const menu = [line(1), line(2), line(3, 1), line(4, 1), line(5)];
const drawn = (lines: readonly MenuLine[]) => outline(lines).map(({ depth, title }) => "  ".repeat(depth) + title);
const drag = (place: number, index: number, depth: number) => {
  const others = staying(menu, uuid(place));
  return drawn(putLine(menu, uuid(place), placeAt(others, index, depth)));
};

test("menu places: a line goes between two others, at the dragged depth", () => {
  expect(drag(5, 0, 0)).toEqual(["5", "1", "  3", "  4", "2"]);
  expect(drag(5, 2, 1)).toEqual(["1", "  3", "  5", "  4", "2"]);
  expect(drag(5, 3, 0)).toEqual(["1", "  3", "  4", "5", "2"]);
  expect(drag(5, 3, 2)).toEqual(["1", "  3", "  4", "    5", "2"]);
  expect(drag(3, 2, 0)).toEqual(["1", "  4", "3", "2", "5"]);
});

test("menu places: one level below the line above at most, not less deep than the next, not past the ends", () => {
  expect(drag(5, 0, 3)).toEqual(["5", "1", "  3", "  4", "2"]);
  expect(drag(5, 1, 0)).toEqual(["1", "  5", "  3", "  4", "2"]);
  expect(drag(2, 99, 9)).toEqual(["1", "  3", "  4", "5", "  2"]);
  expect(drag(2, -1, -1)).toEqual(["2", "1", "  3", "  4", "5"]);
});

test("menu places: everything below a line moves with it, and it never goes below itself", () => {
  expect(staying(menu, uuid(1)).map(({ title }) => title)).toEqual(["2", "5"]);
  expect(drag(1, 1, 1)).toEqual(["2", "  1", "    3", "    4", "5"]);
});

const menus = fc
  .array(fc.nat(), { maxLength: 12 })
  .map((seeds) => seeds.map((seed, place) => line(place, seed % (place + 1) === place ? null : seed % (place + 1))));

test("menu places: any drag keeps the menu valid, complete and the others in order", () => {
  fc.assert(
    fc.property(
      menus,
      fc.nat(11),
      fc.integer({ min: -2, max: 14 }),
      fc.integer({ min: -2, max: 6 }),
      (lines, ...at) => {
        const [place, index, depth] = at;
        const id = uuid(place);
        const others = staying(lines, id);
        const put = putLine(lines, id, placeAt(others, index, depth));
        expect(v.is(QueueMenu, inOrder(put))).toBe(true);
        expect(put.map((one) => one.id).toSorted()).toEqual(lines.map((one) => one.id).toSorted());
        const keep = ({ id: one, depth: level }: { id: string; depth: number }) => `${one} ${level}`;
        expect(staying(put, id).map(keep)).toEqual(others.map(keep));
      },
    ),
    { seed: 20_261_122, numRuns: 400 },
  );
});
