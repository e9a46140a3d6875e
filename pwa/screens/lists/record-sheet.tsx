import { ListChecks } from "lucide-react";
import { m } from "../../i18n/paraglide/messages.js";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { BottomSheet } from "../../ui/layers/bottom-sheet.tsx";
import type { RecordAction, RecordField, RecordLook } from "./records.ts";

type RecordSheetProps = {
  look: RecordLook;
  fields: RecordField[];
  actions: RecordAction[];
  /** Starts a selection with this record; undefined: the list has none. */
  onSelectMany?: () => void;
  onClose: () => void;
};

/** Shows the fields of one record that its row has no room for, and every action with its label. */
export function RecordSheet({ look, fields, actions, onSelectMany, onClose }: RecordSheetProps) {
  const primary = actions.find((action) => action.primary);
  const others = actions.filter((action) => action !== primary);
  const many = onSelectMany && {
    label: m.lists_select_many(),
    icon: <ListChecks size={20} />,
    onSelect: onSelectMany,
  };
  const rows: RecordAction[] = [
    ...others.filter(({ danger }) => !danger),
    ...(many ? [many] : []),
    ...others.filter(({ danger }) => danger),
  ];
  const run = (action: RecordAction) => () => {
    onClose();
    action.onSelect();
  };
  const known = fields.filter(({ value }) => Boolean(value));
  return (
    <BottomSheet open onClose={onClose} title={look.name} subtitle={look.line} picture={look.picture}>
      {known.length > 0 && (
        <dl className="grid grid-cols-[minmax(6.5rem,auto)_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1 px-5 pt-1 pb-3">
          {known.map(({ label, value }) => (
            <div key={label} className="contents">
              <dt className="text-ink-3 text-sm">{label}</dt>
              <dd className="text-base [overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {primary && (
        <div className="px-5 pt-1 pb-3">
          <Button
            kind="primary"
            size="large"
            icon={primary.icon}
            disabled={primary.disabled}
            aria-label={primary.spokenLabel}
            onClick={run(primary)}
            className="w-full"
          >
            {primary.label}
          </Button>
        </div>
      )}
      <ul className="border-line border-t pt-1 pb-3">
        {rows.map((action) => (
          <li key={action.label}>
            <button
              type="button"
              disabled={action.disabled}
              aria-label={action.spokenLabel}
              onClick={run(action)}
              className={classNames(
                "flex min-h-12 w-full items-center gap-4 px-5 text-left text-md -outline-offset-2 active:bg-hover disabled:text-ink-disabled",
                action.danger && "enabled:text-danger-ink",
              )}
            >
              <span aria-hidden="true" className="shrink-0 [&>svg]:size-5">
                {action.icon}
              </span>
              {action.label}
            </button>
          </li>
        ))}
      </ul>
    </BottomSheet>
  );
}
