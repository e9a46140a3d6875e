import type { TagRef } from "../../../contracts/desk/refs.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { FilterChip, FilterGroup, type ListFilter } from "../lists/index.ts";

type TagFilter = {
  tags: TagRef[];
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
  /** Number of matching contacts; null while it is being loaded. */
  count: number | null;
};

/** Returns the filter sheet for phones. */
export function tagFilter({ tags, chosen, onChange, count }: TagFilter): ListFilter {
  return {
    count: chosen.length,
    title: m.contacts_filter_title(),
    result: count === null ? m.ui_loading() : m.contacts_show({ count }),
    onClear: () => onChange([]),
    content: (
      <FilterGroup title={m.contacts_filter_tags()}>
        {tags.length === 0 && <p className="text-ink-3">{m.ui_none_found()}</p>}
        {tags.map(({ id, name, color }) => (
          <FilterChip
            key={id}
            on={chosen.includes(id)}
            colour={color}
            onChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((one) => one !== id))}
          >
            {name}
          </FilterChip>
        ))}
      </FilterGroup>
    ),
  };
}
