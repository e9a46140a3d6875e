import { Label, Radio, RadioGroup } from "@headlessui/react";
import { Check } from "lucide-react";
import { tagColors } from "../../../contracts/desk/tags.ts";
import { m } from "../../i18n/paraglide/messages.js";

/** Lists the colours that new tags get, and the tag's present colour. */
export function TagColors({ value, onChange }: { value: string; onChange: (color: string) => void }) {
  const colors = (tagColors as readonly string[]).includes(value) ? tagColors : [value, ...tagColors];
  return (
    <RadioGroup value={value} onChange={onChange} className="flex flex-col gap-1.25">
      <Label className="font-medium text-ink-2 text-xs">{m.tags_color()}</Label>
      <div className="flex flex-wrap gap-1.5">
        {colors.map((color) => (
          <Radio
            key={color}
            value={color}
            aria-label={color}
            style={{ backgroundColor: color }}
            className="grid size-8 cursor-pointer place-items-center rounded-md text-white outline-offset-2 ring-1 ring-black/15 ring-inset touch:size-11 data-focus:outline-2 data-focus:outline-focus"
          >
            {color === value && <Check aria-hidden="true" size={16} strokeWidth={2.6} />}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
