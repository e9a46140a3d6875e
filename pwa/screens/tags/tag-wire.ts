import * as v from "valibot";
import type { TagRef } from "../../../sync/contracts/refs.ts";
import { apiSend } from "../../session/api-fetch.ts";
import type { ListPage } from "../lists/index.ts";
import type { TagForm } from "./tag-form.ts";

/** A tag as the server lists it. */
const TagWire = v.object({
  id: v.string(),
  name: v.string(),
  color: v.string(),
  kanban: v.pipe(
    v.number(),
    v.transform((bit) => bit === 1),
  ),
  ticketsCount: v.number(),
});
/** `ticketsCount` is null when only the server knows it. */
export type TagRow = Omit<v.InferOutput<typeof TagWire>, "ticketsCount"> & { ticketsCount: number | null };

const Page = v.object({ tags: v.array(TagWire), hasMore: v.boolean() });

export function readTags(answer: unknown): ListPage<TagRow> {
  const { tags, hasMore } = v.parse(Page, answer);
  return { rows: tags, hasMore };
}

/** Returns a row for a tag stored on this device. */
export const rowOfRef = ({ id, name, color, isKanban }: TagRef): TagRow => ({
  id,
  name,
  color,
  kanban: isKanban,
  ticketsCount: null,
});

const bodyOf = ({ name, color, isKanban }: TagForm) => ({ name, color, kanban: isKanban ? 1 : 0 });

export const tagCalls = {
  create: (form: TagForm) => apiSend("POST", "/tags", bodyOf(form)),
  change: (id: string, form: TagForm) => apiSend("PUT", `/tags/${id}`, bodyOf(form)),
  remove: (id: string) => apiSend("DELETE", `/tags/${id}`),
};
