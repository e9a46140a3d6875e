import type { TagRef } from "../../../contracts/desk/refs.ts";
import { numberFormat } from "../../i18n/number-format.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { FilterChip, FilterGroup, type ListFilter } from "../lists/index.ts";

/** `hasMore`: there are more than `count`. */
export type Matching = { count: number; hasMore: boolean };

type TagFilter = {
  tags: TagRef[];
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
  /** Number of matching contacts, or that there are more; null while it is being loaded. */
  matching: Matching | null;
};

/** Returns the filter sheet for phones. */
export function tagFilter({ tags, chosen, onChange, matching }: TagFilter): ListFilter {
  return {
    count: chosen.length,
    title: m.contacts_filter_title(),
    result: matching ? resultText(matching) : m.ui_loading(),
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

const resultText = ({ count, hasMore }: Matching) =>
  hasMore ? m.contacts_show_more_than({ count: numberFormat(count) }) : m.contacts_show({ count });
