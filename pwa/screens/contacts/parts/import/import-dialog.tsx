import type { ImportView } from "../../../../../contracts/marketing/contact-imports.ts";
import { m } from "../../../../i18n/paraglide/messages.js";
import { Dialog } from "../../../../ui/layers/dialog.tsx";
import { Skeleton } from "../../../../ui/lists/skeleton.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import { CheckedStep } from "./checked-step.tsx";
import { ChooseColumns } from "./choose-columns.tsx";
import { ChooseFile } from "./choose-file.tsx";
import { type ImportTarget, importCalls } from "./import-calls.ts";
import { DoneStep, importName, WorkingStep } from "./import-steps.tsx";
import { useImport } from "./use-import.ts";

type ImportDialogProps = {
  /** The import to show; null: the latest one into the target, or a new one. */
  given?: string | null;
  target?: ImportTarget;
  onClose: () => void;
};

const contacts = (): ImportTarget => ({ title: m.contacts_import_title(), ...importCalls });

/**
 * Guides through file, columns, preview and run. The server does the work, so that an import can be resumed after the
 * dialog was closed.
 */
export function ImportDialog({ given = null, target = contacts(), onClose }: ImportDialogProps) {
  const { shown, show, begin, failure } = useImport(given, target);
  const step = { onClose, onView: show };
  return (
    <Dialog open onClose={onClose} title={titleOf(shown, given, target)} size="medium">
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

function titleOf(shown: ImportView | null | undefined, given: string | null, { title }: ImportTarget): string {
  if (shown?.status === "checked") return m.contacts_import_check_title({ name: importName(shown) });
  return given ? m.contacts_import_phone_title() : title;
}
