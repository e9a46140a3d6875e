import * as v from "valibot";

/** A tag, as the HTTP interface answers it; `kanban` is 1 for a column of the board. */
export const TagWire = v.object({
  id: v.string(),
  name: v.string(),
  color: v.string(),
  kanban: v.picklist([0, 1]),
});
export type TagWire = v.InferOutput<typeof TagWire>;

/** A page of the list of tags; `ticketsCount` counts the company's tickets. */
export const TagPageWire = v.object({
  tags: v.array(v.object({ ...TagWire.entries, ticketsCount: v.number() })),
  hasMore: v.boolean(),
});
