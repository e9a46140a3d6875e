import { ChevronDown, Filter, Layers } from "lucide-react";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDirectory } from "../../../session/directory.tsx";
import { Button } from "../../../ui/button.tsx";
import { SquareChip } from "../../../ui/fields/chips.tsx";
import { Checkbox, Switch } from "../../../ui/fields/toggles.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Popover } from "../../../ui/layers/popover.tsx";
import type { ListView } from "./list-view.ts";

type QueueFilterProps = {
  value: ListView["queueIds"];
  onChange: (queueIds: ListView["queueIds"]) => void;
  /** Set on phones, where one small button opens both this filter and the show-all switch. */
  compact?: { showAll: boolean | null; onShowAll: (on: boolean) => void };
};

export function QueueFilter({ value, onChange, compact }: QueueFilterProps) {
  const label = value === null ? m.tickets_queues_all() : m.tickets_queues_some({ count: value.length });
  const button = compact ? (
    <IconButton
      label={m.tickets_queues_filter()}
      icon={<Filter size={18} />}
      dot={value === null ? undefined : "news"}
    />
  ) : (
    <Button kind="ghost" size="small" icon={<Layers size={15} />} aria-label={`${m.tickets_queues_filter()}: ${label}`}>
      {label}
      <ChevronDown aria-hidden="true" size={13} />
    </Button>
  );
  return (
    <Popover button={button} label={m.tickets_queues_filter()} className="min-w-60">
      <QueueChoices value={value} onChange={onChange} />
      {compact && compact.showAll !== null && (
        <Switch
          label={m.tickets_show_all()}
          checked={compact.showAll}
          onChange={compact.onShowAll}
          className="mt-2 border-line border-t pt-2"
        />
      )}
    </Popover>
  );
}

function QueueChoices({ value, onChange }: Pick<QueueFilterProps, "value" | "onChange">) {
  const { queues } = useDirectory();
  const all: (string | null)[] = [...queues.keys(), null];
  const isOn = (id: string | null) => value === null || value.includes(id);
  const toggle = (id: string | null, on: boolean) => {
    const next = all.filter((each) => (each === id ? on : isOn(each)));
    onChange(next.length === all.length ? null : next);
  };
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="sr-only">{m.tickets_queues_filter()}</legend>
      {all.map((id) => {
        const queue = id === null ? null : queues.get(id);
        return (
          <Checkbox
            key={id ?? "none"}
            label={
              <SquareChip name={queue?.name ?? m.tickets_no_queue()} color={queue?.color ?? null} className="text-sm" />
            }
            checked={isOn(id)}
            onChange={(on) => toggle(id, on)}
          />
        );
      })}
    </fieldset>
  );
}
