import { Pencil, Trash2 } from "lucide-react";
import { m } from "../../i18n/paraglide/messages.js";
import { IconButton } from "../../ui/icon-button.tsx";
import type { RecordAction } from "./records.ts";

type Common = Pick<RecordAction, "spokenLabel" | "onSelect" | "disabled">;

export const editAction = (action: Common): RecordAction => ({
  label: m.ui_edit(),
  icon: <Pencil size={16} />,
  ...action,
});

export const deleteAction = (action: Common): RecordAction => ({
  label: m.ui_delete(),
  icon: <Trash2 size={16} />,
  danger: true,
  ...action,
});

/** Draws a record's actions as icons at the end of its table row. */
export const ActionIcons = ({ actions }: { actions: RecordAction[] }) =>
  actions.map(({ label, spokenLabel = label, icon, onSelect, disabled }) => (
    <IconButton key={label} label={spokenLabel} icon={icon} disabled={disabled} onClick={onSelect} />
  ));
