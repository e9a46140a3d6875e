import type { ReactNode } from "react";
import { numberFormat } from "../../../../i18n/number-format.ts";
import { m } from "../../../../i18n/paraglide/messages.js";
import { useCall } from "../../../../session/server-data/use-call.ts";
import { Button } from "../../../../ui/button.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import { AdjustedRows } from "./adjusted-rows.tsx";
import { HiddenLeftOut } from "./hidden-rows.tsx";
import { importCalls } from "./import-calls.ts";
import { none, SaveRejected, type StepProps } from "./import-steps.tsx";
import { ReadNumbers } from "./read-numbers.tsx";
import { RejectedRows } from "./rejected-rows.tsx";

/** Shows the effect of a run before anything is changed: the counts, and the rows that are not imported. */
export function CheckedStep({ view, onView }: StepProps) {
  const { busy, failure, call } = useCall();
  const { created, updated, duplicate, bad } = view.counts ?? none;
  const wanted = created + updated;
  const rejected = duplicate + bad;
  return (
    <>
      {failure && <Notice tone="danger">{failure}</Notice>}
      <dl className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        <Tile words={m.contacts_import_rows_all()}>{numberFormat(view.total)}</Tile>
        <Tile words={m.contacts_import_rows_new()} className="text-success-ink">
          {numberFormat(created)}
        </Tile>
        <Tile words={m.contacts_import_rows_known()}>{numberFormat(updated)}</Tile>
        <Tile words={m.contacts_import_rows_rejected()} className={rejected > 0 ? "text-danger-ink" : undefined}>
          {numberFormat(rejected)}
        </Tile>
      </dl>
      <p className="text-ink-3 text-sm">{m.contacts_import_nothing_saved()}</p>
      {wanted === 0 && <Notice tone="warn">{m.contacts_import_nothing()}</Notice>}
      {view.hidden > 0 && !view.withHidden && <HiddenLeftOut count={view.hidden} />}
      <ReadNumbers view={view} />
      <AdjustedRows view={view} />
      {rejected > 0 && <RejectedRows view={view} count={rejected} />}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {rejected > 0 && (
          <span className="mr-auto">
            <SaveRejected
              view={view}
              call={call}
              kind="ghost"
              busy={busy === "rejected"}
              label={m.contacts_import_save_rejected({ count: rejected })}
            />
          </span>
        )}
        <Button onClick={() => onView({ ...view, status: "preview" })}>{m.contacts_import_back()}</Button>
        <Button
          kind="primary"
          disabled={wanted === 0}
          busy={busy === "run" && m.ui_loading()}
          onClick={() => void call("run", async () => onView(await importCalls.run(view.id)))}
        >
          {m.contacts_import_run({ count: wanted })}
        </Button>
      </div>
    </>
  );
}

const Tile = ({ words, className, children }: { words: string; className?: string; children: ReactNode }) => (
  <div className="line-ring rounded-lg px-3 py-2">
    <dt className="text-ink-2 text-xs">{words}</dt>
    <dd className={`font-semibold text-2xl tabular-nums ${className ?? ""}`}>{children}</dd>
  </div>
);
