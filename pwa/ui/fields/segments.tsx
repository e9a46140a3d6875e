import { classNames } from "../class-names.ts";

type SegmentsProps<Id extends string> = {
  label: string;
  items: readonly { id: Id; label: string }[];
  value: Id;
  onChange: (id: Id) => void;
  className?: string;
};

/** Draws a choice of one among a few, side by side. */
export function Segments<Id extends string>({ label, items, value, onChange, className }: SegmentsProps<Id>) {
  return (
    <fieldset className={classNames("line-ring flex rounded-md bg-sunken p-0.5", className)}>
      <legend className="sr-only">{label}</legend>
      {items.map((item) => (
        <button
          key={item.id}
          type="button"
          aria-pressed={item.id === value}
          onClick={() => onChange(item.id)}
          className={classNames(
            "h-7 rounded-sm px-3 text-ink-2 text-sm touch:h-11 max-sm:flex-1 max-sm:px-1",
            item.id === value && "bg-surface font-medium text-ink shadow-hair",
          )}
        >
          {item.label}
        </button>
      ))}
    </fieldset>
  );
}
