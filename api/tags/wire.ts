import * as v from "valibot";
import { NewTag, TagChange } from "../../contracts/desk/tags.ts";
import { Id } from "../../contracts/id.ts";
import type { TagWire } from "../../contracts/wire/tags.ts";
import type { TagRow } from "../../domain/desk/tags/index.ts";
import { shownAs, withNames } from "../http/reference/shown-input.ts";

const isKanban = v.nullish(v.union([v.boolean(), v.picklist([0, 1])]));

/** The interface's `kanban` is 1 or 0; an empty color is none. */
const renamed = v.pipe(
  v.looseObject({ kanban: isKanban, color: v.nullish(v.string()) }),
  v.transform(
    ({ kanban, color, ...tag }): Record<string, unknown> => ({
      ...tag,
      ...(color ? { color } : {}),
      ...(kanban === null || kanban === undefined ? {} : { isKanban: Boolean(kanban) }),
    }),
  ),
);

const shownFields = (entries: v.ObjectEntries) =>
  withNames(
    entries,
    { isKanban: "kanban" },
    { kanban: v.pipe(isKanban, v.description("1 or true: a lane of the kanban board")) },
  );
export const NewTagWire = shownAs(shownFields(NewTag.entries), v.pipe(renamed, NewTag));
export const TagChangeWire = shownAs(shownFields(TagChange.entries), v.pipe(renamed, TagChange));

export const TagSyncWire = v.object({ ticketId: Id, tags: v.array(v.object({ id: Id })) });

export function tagToWire({
  id,
  name,
  color,
  isKanban: kanban,
  createdAt,
  updatedAt,
}: TagRow): TagWire & { createdAt: Date; updatedAt: Date } {
  return { id, name, color, kanban: kanban ? 1 : 0, createdAt, updatedAt };
}

export const lanesToWire = (lanes: readonly TagRow[]) => ({
  lista: lanes.map(({ id, name, color }) => ({ id, name, color })),
});
