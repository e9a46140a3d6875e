import { Download } from "lucide-react";
import type { ReactNode } from "react";
import type { ImportCounts, ImportView } from "../../../../../contracts/marketing/contact-imports.ts";
import { numberFormat } from "../../../../i18n/number-format.ts";
import { m } from "../../../../i18n/paraglide/messages.js";
import { useCall } from "../../../../session/server-data/use-call.ts";
import { Button, type ButtonKind } from "../../../../ui/button.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import { Progress } from "../../../../ui/progress.tsx";
import { saveBlob } from "../../../../ui/save-blob.ts";
import { AdjustedRows } from "./adjusted-rows.tsx";
import { HiddenLeftOut } from "./hidden-rows.tsx";
import { importCalls } from "./import-calls.ts";

export type StepProps = { view: ImportView; onView: (view: ImportView | null) => void; onClose: () => void };

export const StepFoot = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap justify-end gap-2">{children}</div>
);

/** Returns the file's name, or the source on the phone. */
export const importName = ({ name }: ImportView) =>
  ({ agenda: m.contacts_import_agenda_name(), chats: m.contacts_import_chats_name() })[name] ?? name;

/** A step without progress for longer says so. */
const IDLE_SECONDS = 60;

/** Shows the progress of a step that continues with or without this page. */
export function WorkingStep({ view }: { view: ImportView }) {
  const { status, done, total, idleSeconds } = view;
  const name = importName(view);
  const words =
    status === "reading"
      ? m.contacts_import_reading({ name })
      : status === "checking"
        ? m.contacts_import_checking({ name })
        : m.contacts_import_running({ name });
  const most = status === "reading" ? null : total;
  return (
    <div className="flex flex-col gap-3 py-4">
      <p role="status">{words}</p>
      <Progress label={words} value={done} most={most} />
      <p className="text-ink-3 text-xs tabular-nums">
        {most === null
          ? m.contacts_import_rows_read({ done: numberFormat(done) })
          : m.contacts_import_rows({ done: numberFormat(done), total: numberFormat(total) })}{" "}
        {m.contacts_import_goes_on()}
      </p>
      {idleSeconds >= IDLE_SECONDS && (
        <Notice tone="warn">{m.contacts_import_idle({ minutes: numberFormat(Math.floor(idleSeconds / 60)) })}</Notice>
      )}
    </div>
  );
}

export function DoneStep({ view, onView, onClose }: StepProps) {
  const { busy, failure, call } = useCall();
  const counts = view.counts ?? none;
  return (
    <>
      <Notice tone="success">{m.contacts_import_done({ name: importName(view) })}</Notice>
      {failure && <Notice tone="danger">{failure}</Notice>}
      {view.hidden > 0 && !view.withHidden && <HiddenLeftOut count={view.hidden} />}
      <Counts counts={counts} />
      <AdjustedRows view={view} />
      <StepFoot>
        {counts.bad + counts.duplicate > 0 && (
          <SaveRejected view={view} call={call} busy={busy !== null} label={m.contacts_import_rejected()} />
        )}
        <Button onClick={() => onView(null)}>{m.contacts_import_another()}</Button>
        <Button kind="primary" onClick={onClose}>
          {m.ui_close()}
        </Button>
      </StepFoot>
    </>
  );
}

type SaveRejectedProps = {
  view: ImportView;
  call: ReturnType<typeof useCall>["call"];
  busy: boolean;
  label: string;
  kind?: ButtonKind;
};

/** Saves the rows that are not imported, with the reason. */
export const SaveRejected = ({ view, call, busy, label, kind }: SaveRejectedProps) => (
  <Button
    kind={kind}
    icon={<Download aria-hidden="true" size={15} />}
    busy={busy && m.contacts_exporting()}
    onClick={() =>
      void call("rejected", async () => saveBlob(await importCalls.rejected(view.id), "contatos-recusados.csv"))
    }
  >
    {label}
  </Button>
);

export const none: ImportCounts = { created: 0, updated: 0, duplicate: 0, bad: 0 };

function Counts({ counts }: { counts: ImportCounts }) {
  const lines = [
    { words: m.contacts_import_created(), hint: null, count: counts.created },
    { words: m.contacts_import_updated(), hint: m.contacts_import_updated_hint(), count: counts.updated },
    { words: m.contacts_import_duplicate(), hint: m.contacts_import_duplicate_hint(), count: counts.duplicate },
    { words: m.contacts_import_bad(), hint: m.contacts_import_bad_hint(), count: counts.bad },
  ];
  return (
    <dl className="line-ring rounded-lg">
      {lines.map(({ words, hint, count }) => (
        <div key={words} className="flex items-center gap-3 border-line px-3 py-2 not-last:border-b">
          <dt className="min-w-0 flex-1">
            {words}
            {hint && <span className="block text-ink-3 text-xs">{hint}</span>}
          </dt>
          <dd className="font-semibold text-lg tabular-nums">{numberFormat(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
