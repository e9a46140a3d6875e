import { useState } from "react";
import { RESTORING_DAYS } from "../../../../contracts/account/companies.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useSyncStatus } from "../../../session/desk.tsx";
import { useCall } from "../../../session/server-data/use-call.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { Dialog } from "../../../ui/layers/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { toast } from "../../../ui/toasts/toast.tsx";
import { deleteRefusal } from "../parts/save-refusal.ts";
import { companyCalls } from "./company-calls.ts";
import type { Company } from "./company-form.ts";

type DeleteCompanyProps = { company: Company; onDeleted: () => void; onClose: () => void };

/** Deletes a company after its name was typed. */
export function DeleteCompany({ company, onDeleted, onClose }: DeleteCompanyProps) {
  const { linkUp } = useSyncStatus();
  const { busy, failure, call } = useCall(deleteRefusal);
  const [typed, setTyped] = useState("");
  const matches = typed.trim() === company.name.trim();
  async function handleDelete() {
    if (!matches || !linkUp) return;
    if (!(await call("delete", () => companyCalls.remove(company.id, typed.trim())))) return;
    toast.success(m.platform_saved());
    onDeleted();
    onClose();
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.lists_delete_title({ name: company.name })}
      footer={
        <>
          <Button onClick={onClose}>{m.ui_cancel()}</Button>
          <Button
            kind="danger"
            disabled={!matches || !linkUp}
            busy={busy !== null && m.ui_delete()}
            onClick={() => void handleDelete()}
          >
            {m.ui_delete()}
          </Button>
        </>
      }
    >
      <form
        className="flex flex-col gap-3.5"
        onSubmit={(event) => {
          event.preventDefault();
          void handleDelete();
        }}
      >
        <p>{m.ui_delete_question()}</p>
        <Notice tone="warn">{m.platform_delete_company_text({ days: RESTORING_DAYS })}</Notice>
        {!linkUp && <Notice tone="warn">{m.platform_needs_internet()}</Notice>}
        {failure && <Notice tone="danger">{failure}</Notice>}
        <TextField
          label={m.platform_type_name({ name: company.name })}
          autoComplete="off"
          autoFocus
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
