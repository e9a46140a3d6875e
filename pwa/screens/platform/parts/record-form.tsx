import { Clock, Trash2, WifiOff } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { m } from "../../../i18n/paraglide/messages.js";
import { useSyncStatus } from "../../../session/desk.tsx";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { toast } from "../../../ui/toasts/toast.tsx";
import type { Form } from "../../lists/index.ts";
import type { Editing } from "./use-editing.ts";

type RecordFormProps<Values extends object, Row extends { id: string }> = {
  /** Names the form: "Nova empresa", or the record's name. */
  title: string;
  form: Form<Values>;
  editing: Editing<Row>;
  /** Fields that must not be stored on this device. */
  secret?: readonly (keyof Values)[];
  onSaved: () => void;
  /** Undefined: a new record, or one that cannot be deleted. */
  onDelete?: () => void;
  /** Between Limpar and Salvar. */
  extra?: ReactNode;
  children: ReactNode;
};

/** Draws the form above a tab's table. What is typed stays on this device until it is saved or cleared. */
export function RecordForm<Values extends object, Row extends { id: string }>(props: RecordFormProps<Values, Row>) {
  const { title, form, editing, secret = [], onSaved, onDelete, extra, children } = props;
  const { linkUp } = useSyncStatus();
  const box = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  // Only what was changed: other fields may change at the server until the form is opened again.
  const typed = form.isDirty ? JSON.stringify(without(form.changes, secret)) : null;
  const keep = useEffectEvent((values: string | null) => editing.keep(values === null ? null : JSON.parse(values)));
  useEffect(() => keep(typed), [typed]);
  useEffect(() => {
    if (refusals > 0) box.current?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus();
  }, [refusals]);
  const isChosen = editing.record !== null;
  useEffect(() => {
    if (!isChosen) return;
    box.current?.scrollIntoView?.({ block: "nearest" });
    box.current?.querySelector<HTMLElement>("input")?.focus({ preventScroll: true });
  }, [isChosen]);

  async function handleSave() {
    if (!linkUp || form.isBusy) return;
    if (!(await form.submit())) return setRefusals((count) => count + 1);
    toast.success(m.platform_saved());
    editing.clear();
    onSaved();
  }
  return (
    <form
      ref={box}
      aria-label={title}
      noValidate
      className="line-ring flex scroll-mt-4 flex-col gap-3.5 rounded-lg p-4"
      onSubmit={(event) => {
        event.preventDefault();
        void handleSave();
      }}
    >
      <h2 className="sr-only">{title}</h2>
      {form.failure && <Notice tone="danger">{form.failure}</Notice>}
      {children}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {onDelete && (
          <Button
            kind="danger-ghost"
            icon={<Trash2 aria-hidden="true" size={15} />}
            disabled={!linkUp}
            onClick={onDelete}
            className="sm:mr-auto"
          >
            {m.ui_delete()}
          </Button>
        )}
        <FormState isDirty={form.isDirty} isOffline={!linkUp} />
        <Button onClick={form.isDirty ? editing.discard : editing.clear}>{m.ui_clear()}</Button>
        {extra}
        <Button kind="primary" type="submit" disabled={!linkUp} busy={form.isBusy && m.ui_saving()}>
          {m.ui_save()}
        </Button>
      </div>
    </form>
  );
}

/** Says where the typed values are. Dashed: on this device only. */
function FormState({ isDirty, isOffline }: { isDirty: boolean; isOffline: boolean }) {
  if (isDirty)
    return (
      <span className="is-queued inline-flex min-h-7 items-center gap-1.5 rounded-md border border-queued-line border-dashed px-2 text-ink-2 text-xs max-sm:w-full">
        {isOffline ? <WifiOff aria-hidden="true" size={13} /> : <Clock aria-hidden="true" size={13} />}
        {isOffline ? m.platform_draft_offline() : m.platform_draft()}
      </span>
    );
  return isOffline && <span className="text-ink-3 text-xs max-sm:w-full">{m.platform_needs_internet()}</span>;
}

const without = (values: object, fields: readonly PropertyKey[]) =>
  Object.fromEntries(Object.entries(values).filter(([field]) => !fields.includes(field)));
