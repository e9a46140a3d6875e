import type { ListPart } from "../../../../contracts/marketing/contact-lists.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { Segments } from "../../../ui/fields/segments.tsx";
import { FilterChip, FilterGroup, type ListFilter } from "../../lists/index.ts";

const parts: { id: ListPart; label: () => string }[] = [
  { id: "all", label: m.contact_lists_part_all },
  { id: "valid", label: m.contact_lists_part_valid },
  { id: "out", label: m.contact_lists_part_out },
];

type PartFilterProps = { value: ListPart; onChange: (part: ListPart) => void };

export const PartFilter = ({ value, onChange }: PartFilterProps) => (
  <Segments
    label={m.contact_lists_part()}
    items={parts.map(({ id, label }) => ({ id, label: label() }))}
    value={value}
    onChange={onChange}
  />
);

/** The same choice in the filter sheet of phones. `count`: people that match; null: unknown. */
export const partSheet = ({ value, onChange, count }: PartFilterProps & { count: number | null }): ListFilter => ({
  count: value === "all" ? 0 : 1,
  title: m.lists_filter(),
  result: count === null ? m.contact_lists_show() : m.contacts_show({ count }),
  onClear: () => onChange("all"),
  content: (
    <FilterGroup title={m.contact_lists_part()}>
      {parts.map(({ id, label }) => (
        <FilterChip key={id} on={id === value} onChange={() => onChange(id)}>
          {label()}
        </FilterChip>
      ))}
    </FilterGroup>
  ),
});
