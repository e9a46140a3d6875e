import { m } from "../../../i18n/paraglide/messages.js";
import { Dialog } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ChooseColumns } from "./choose-columns.tsx";
import { ChooseFile } from "./choose-file.tsx";
import { CheckedStep, DoneStep, WorkingStep } from "./import-steps.tsx";
import { useImport } from "./use-import.ts";

/**
 * Guides through file, columns, preview and run. The server does the work, so that an import can be resumed after the
 * dialog was closed.
 */
export function ImportDialog({ given, onClose }: { given: string | null; onClose: () => void }) {
  const { shown, show, begin, failure } = useImport(given);
  const step = { onClose, onView: show };
  return (
    <Dialog
      open
      onClose={onClose}
      title={given ? m.contacts_import_phone_title() : m.contacts_import_title()}
      size="medium"
    >
      <div className="flex flex-col gap-4">
        {failure && <Notice tone="danger">{failure}</Notice>}
        {shown === undefined && !failure && <Skeleton className="h-40 w-full" />}
        {shown === null && <ChooseFile onFile={begin} problem={null} />}
        {shown?.status === "failed" && <ChooseFile onFile={begin} problem={shown} />}
        {shown && ["reading", "checking", "running"].includes(shown.status) && <WorkingStep view={shown} />}
        {shown?.status === "preview" && <ChooseColumns key={shown.id} view={shown} {...step} />}
        {shown?.status === "checked" && <CheckedStep view={shown} {...step} />}
        {shown?.status === "done" && <DoneStep view={shown} {...step} />}
      </div>
    </Dialog>
  );
}
