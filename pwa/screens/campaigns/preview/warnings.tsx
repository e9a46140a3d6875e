import { useNavigate } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";
import { numberFormat } from "../../../i18n/number-format.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import type { CampaignPreview } from "../parts/campaign-preview.ts";

type Warning = CampaignPreview["warnings"][number];

type WarningsProps = {
  warnings: readonly Warning[];
  /** False when the campaign cannot be changed now. */
  canChange: boolean;
  busy: boolean;
  onAddLine: () => void;
  onEdit: () => void;
};

/** Names what endangers the number, each with what can be done. */
export function Warnings({ warnings, canChange, busy, onAddLine, onEdit }: WarningsProps) {
  const navigate = useNavigate();
  return warnings.map((warning) => {
    const { title, text } = sentenceOf(warning);
    const action = actionOf(warning.code, canChange);
    const run = { line: onAddLine, edit: onEdit, connections: () => void navigate({ to: "/connections" }) };
    return (
      <div
        key={`${warning.code} ${warning.connectionId}`}
        role="status"
        className="flex flex-wrap items-center gap-x-2.5 gap-y-1 rounded-lg bg-warn-soft px-3 py-2 text-on-warn-soft text-sm"
      >
        <TriangleAlert aria-hidden="true" size={16} className="shrink-0" />
        <p className="min-w-48 flex-1 max-sm:basis-[calc(100%-1.625rem)]">
          <b className="font-semibold">{title}</b> {text}
        </p>
        {action && (
          <button
            type="button"
            disabled={busy}
            onClick={run[action.does]}
            className="min-h-6 font-medium underline underline-offset-2 max-sm:ml-6.5 touch:min-h-11"
          >
            {action.label()}
          </button>
        )}
      </div>
    );
  });
}

function sentenceOf({ code, connectionName, count }: Warning): { title: string; text: string } {
  const name = connectionName ?? "";
  const known = count ?? 0;
  switch (code) {
    case "noOptOutHint":
      return { title: m.campaigns_warn_noOptOutHint(), text: m.campaigns_warn_noOptOutHint_text() };
    case "youngConnection":
      return {
        title: m.campaigns_warn_youngConnection({ name, count: known }),
        text: m.campaigns_warn_youngConnection_text(),
      };
    case "manyFirstContacts":
      return {
        title: m.campaigns_warn_manyFirstContacts({ name, count: known, shown: numberFormat(known) }),
        text: m.campaigns_warn_manyFirstContacts_text(),
      };
    case "connectionDown":
      return { title: m.campaigns_warn_connectionDown({ name }), text: m.campaigns_warn_connectionDown_text() };
  }
}

function actionOf(code: Warning["code"], canChange: boolean) {
  if (code === "connectionDown") return { does: "connections", label: m.campaigns_warn_connectionDown_act } as const;
  if (!canChange) return null;
  if (code === "noOptOutHint") return { does: "line", label: m.campaigns_warn_noOptOutHint_act } as const;
  return { does: "edit", label: m.campaigns_warn_edit_act } as const;
}
