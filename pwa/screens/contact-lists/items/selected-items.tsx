import { RefreshCw, Trash2 } from "lucide-react";
import { m } from "../../../i18n/paraglide/messages.js";
import { Button } from "../../../ui/button.tsx";
import { type RecordAction, SelectionFrame } from "../../lists/index.ts";

type SelectedActions = {
  canWrite: boolean;
  onCheckAgain: () => void;
  /** Undefined when the user may not. */
  onDelete?: () => void;
};

/** Returns the actions on the selected people, for the bar below the table and the one of phones. */
export const selectedActions = ({ canWrite, onCheckAgain, onDelete }: SelectedActions): RecordAction[] => [
  {
    label: m.contact_lists_check_again(),
    icon: <RefreshCw aria-hidden="true" size={16} />,
    disabled: !canWrite,
    onSelect: onCheckAgain,
  },
  ...(onDelete
    ? [
        {
          label: m.ui_delete(),
          icon: <Trash2 aria-hidden="true" size={16} />,
          disabled: !canWrite,
          danger: true,
          onSelect: onDelete,
        },
      ]
    : []),
];

type SelectedItemsProps = { count: number; actions: RecordAction[]; onClear: () => void };

export const SelectedItems = ({ count, actions, onClear }: SelectedItemsProps) => (
  <SelectionFrame label={m.contacts_selection()} count={count} onClear={onClear}>
    {actions.map(({ label, icon, disabled, onSelect }) => (
      <Button key={label} size="small" icon={icon} disabled={disabled} onClick={onSelect}>
        {label}
      </Button>
    ))}
  </SelectionFrame>
);
