import { ListboxOption } from "@headlessui/react";
import { Check } from "lucide-react";
import type { ConnectionRef } from "../../../../contracts/desk/refs.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { ChannelGlyph } from "../../../ui/channel-glyph.tsx";
import { Field } from "../../../ui/fields/field.tsx";
import { ListBox } from "../../../ui/fields/list-box.tsx";
import { floatingRowClass } from "../../../ui/layers/menu-look.ts";

type ConnectionsFieldProps = {
  connections: readonly ConnectionRef[];
  value: string[];
  onChange: (ids: string[]) => void;
  disabled: boolean;
  error?: string | null;
};

/** Draws the choice of the connections that send a campaign. */
export function ConnectionsField({ connections, value, onChange, disabled, error }: ConnectionsFieldProps) {
  const chosen = connections.filter(({ id }) => value.includes(id));
  return (
    <Field label={m.campaigns_connections()} disabled={disabled} error={error}>
      <ListBox
        multiple
        value={value}
        onChange={onChange}
        error={error}
        className={chosen.length > 0 ? "pl-1.5!" : undefined}
        chosen={
          <span className="flex min-w-0 flex-1 flex-wrap gap-1 py-1">
            {chosen.length === 0 && <span className="text-ink-3">{m.campaigns_connections_none()}</span>}
            {chosen.map(({ id, name, channel }) => (
              <span
                key={id}
                className="line-ring inline-flex h-5 max-w-full items-center gap-1 rounded-sm bg-sunken px-1.5 font-medium text-ink-2 text-xs touch:h-7 touch:text-sm"
              >
                <ChannelGlyph name={channel} />
                <span dir="auto" className="truncate">
                  {name}
                </span>
              </span>
            ))}
          </span>
        }
      >
        {connections.length === 0 && <p className="px-2 py-1.5 text-ink-3 text-sm">{m.ui_none_found()}</p>}
        {connections.map(({ id, name, channel, status }) => (
          <ListboxOption key={id} value={id} className={floatingRowClass}>
            <ChannelGlyph name={channel} size={14} />
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {name}
            </span>
            {status !== "CONNECTED" && (
              <span className="shrink-0 text-warn-ink text-xs">{m.campaigns_preview_not_connected()}</span>
            )}
            <Check aria-hidden="true" size={15} className="invisible group-data-selected:visible" />
          </ListboxOption>
        ))}
      </ListBox>
    </Field>
  );
}
