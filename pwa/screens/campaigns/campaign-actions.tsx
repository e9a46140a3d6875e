import { ChartColumn, Copy, Eye, Gauge, Play, RefreshCw, Square } from "lucide-react";
import { m } from "../../i18n/paraglide/messages.js";
import { deleteAction, editAction, type RecordAction } from "../lists/index.ts";
import type { CampaignRow } from "./parts/campaign-wire.ts";

/** The actions of the list; `preview` opens the dry run, from which a campaign is started and restarted. */
export type CampaignActions = {
  [Action in "preview" | "stop" | "report" | "edit" | "duplicate" | "remove"]: (campaign: CampaignRow) => void;
};

/** Returns the actions that a campaign's status allows, in the order of the table's icons. */
export function actionsOf(campaign: CampaignRow, on: CampaignActions, canWrite: boolean): RecordAction[] {
  const { name, status, isEditable } = campaign;
  const disabled = !canWrite;
  const first: Partial<Record<CampaignRow["status"], RecordAction>> = {
    inactive: {
      label: m.campaigns_start(),
      spokenLabel: m.campaigns_start_of({ name }),
      icon: <Play size={16} />,
      primary: true,
      onSelect: () => on.preview(campaign),
    },
    scheduled: {
      label: m.campaigns_dry_run_see(),
      spokenLabel: m.campaigns_dry_run_of({ name }),
      icon: <Gauge size={16} />,
      primary: true,
      onSelect: () => on.preview(campaign),
    },
    running: {
      label: m.campaigns_stop(),
      spokenLabel: m.campaigns_stop_of({ name }),
      icon: <Square size={16} />,
      disabled,
      onSelect: () => on.stop(campaign),
    },
    cancelled: {
      label: m.campaigns_restart(),
      spokenLabel: m.campaigns_restart_of({ name }),
      icon: <RefreshCw size={16} />,
      primary: true,
      onSelect: () => on.preview(campaign),
    },
  };
  const edit = isEditable
    ? editAction({ spokenLabel: m.campaigns_edit_of({ name }), onSelect: () => on.edit(campaign) })
    : {
        label: m.campaigns_view(),
        spokenLabel: m.campaigns_view_of({ name }),
        icon: <Eye size={16} />,
        onSelect: () => on.edit(campaign),
      };
  return [
    ...(first[status] ? [first[status]] : []),
    {
      label: m.campaigns_report(),
      spokenLabel: m.campaigns_report_of({ name }),
      icon: <ChartColumn size={16} />,
      onSelect: () => on.report(campaign),
    },
    edit,
    {
      label: m.campaigns_duplicate(),
      spokenLabel: m.campaigns_duplicate_of({ name }),
      icon: <Copy size={16} />,
      disabled,
      onSelect: () => on.duplicate(campaign),
    },
    // The server refuses to delete a running campaign: it is stopped first.
    ...(status === "running"
      ? []
      : [
          deleteAction({ spokenLabel: m.campaigns_delete_of({ name }), disabled, onSelect: () => on.remove(campaign) }),
        ]),
  ];
}
