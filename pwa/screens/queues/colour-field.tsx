import { Check } from "lucide-react";
import { queueColors } from "../../../contracts/desk/queues.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { classNames } from "../../ui/class-names.ts";
import { TextField } from "../../ui/fields/text-field.tsx";

type ColourFieldProps = {
  value: string;
  onChange: (color: string) => void;
  error: string | null;
  /** Colours in use: the name of the queue by colour. */
  taken: ReadonlyMap<string, string>;
  className?: string;
};

export function ColourField({ value, onChange, error, className }: Omit<ColourFieldProps, "taken">) {
  return (
    <TextField
      label={m.queues_field_color()}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error}
      spellCheck={false}
      className={className}
      end={
        <span
          aria-hidden="true"
          className="size-4.5 shrink-0 rounded-xs ring-1 ring-black/15 ring-inset"
          style={/^#[0-9a-f]{3,8}$/i.test(value.trim()) ? { backgroundColor: value.trim() } : undefined}
        />
      }
    />
  );
}

/** Draws the preset colours; those of other queues are disabled and name the queue. */
export function ColourPalette({ value, onChange, taken }: Omit<ColourFieldProps, "error">) {
  const chosen = value.trim().toLowerCase();
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-ink-2 text-xs">{m.queues_palette()}</legend>
      <div className="grid grid-cols-10 gap-1.25 sm:grid-cols-[repeat(25,minmax(0,1fr))]">
        {queueColors.map((color) => {
          const owner = taken.get(color);
          const words = owner ? m.queues_color_of({ color, name: owner }) : color;
          return (
            <button
              key={color}
              type="button"
              title={words}
              aria-label={words}
              aria-pressed={color === chosen}
              disabled={owner !== undefined}
              onClick={() => onChange(color)}
              className={classNames(
                "relative grid aspect-square place-items-center rounded-sm ring-1 ring-black/15 ring-inset",
                "aria-pressed:outline-2 aria-pressed:outline-focus aria-pressed:outline-offset-1",
                owner && "cursor-not-allowed opacity-45",
              )}
              style={{ backgroundColor: color }}
            >
              {owner !== undefined && <TakenMark />}
              {color === chosen && <Check aria-hidden="true" size={14} className="text-white drop-shadow" />}
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}

/** Draws a diagonal line: a colour alone would not show that it is taken. */
const TakenMark = () => (
  <span aria-hidden="true" className="absolute inset-x-0.5 top-1/2 h-0.5 -rotate-45 rounded-full bg-black" />
);
