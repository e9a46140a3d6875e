import * as v from "valibot";
import type { TagRef } from "../../../contracts/desk/refs.ts";
import { TagPageWire, type TagWire } from "../../../contracts/wire/tags.ts";
import { apiSend } from "../../session/api-fetch.ts";
import type { ListPage } from "../lists/index.ts";
import type { TagForm } from "./tag-form.ts";

/** `ticketsCount` is null when only the server knows it. */
export type TagRow = Omit<TagWire, "kanban"> & { kanban: boolean; ticketsCount: number | null };

export function readTags(answer: unknown): ListPage<TagRow> {
  const { tags, hasMore } = v.parse(TagPageWire, answer);
  return { rows: tags.map((tag) => ({ ...tag, kanban: tag.kanban === 1 })), hasMore };
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
