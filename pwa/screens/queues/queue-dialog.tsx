import { Info } from "lucide-react";
import { useEffect, useState } from "react";
import { uuidv7 } from "uuidv7";
import { TIME_ZONE_KEY } from "../../../contracts/account/settings.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { failureText } from "../../session/failure-text.ts";
import { useSettings } from "../../session/use-setting.ts";
import { ZoneLine } from "../../session/zone-line.tsx";
import { Dialog } from "../../ui/layers/dialog.tsx";
import { Skeleton } from "../../ui/lists/skeleton.tsx";
import { Notice } from "../../ui/notice.tsx";
import { type TabItem, Tabs } from "../../ui/tabs.tsx";
import { HoursGrid } from "../hours/hours-grid.tsx";
import { FormDialog, useForm } from "../lists/index.ts";
import { DataFields } from "./data-fields.tsx";
import { queueCalls } from "./parts/queue-calls.ts";
import { newQueue, type QueueForm, type QueueTab, queueProblems, tabOfProblems } from "./parts/queue-form.ts";
import type { QueueRow } from "./queue-wire.ts";
import { TypebotFields } from "./typebot-fields.tsx";

type QueueDialogProps = {
  /** Null: a new queue. */
  id: string | null;
  /** Every queue, to know the colours in use. */
  queues: QueueRow[];
  onClose: () => void;
};

export function QueueDialog({ id, queues, onClose }: QueueDialogProps) {
  const taken = new Map(queues.filter((queue) => queue.id !== id).map(({ color, name }) => [color, name]));
  const { loaded, failure } = useLoaded(id, new Set(taken.keys()));
  if (loaded) return <QueueEditor {...{ id, taken, onClose }} start={loaded} />;
  return (
    <Dialog open onClose={onClose} title={m.queues_edit_title()} size="medium">
      {failure ? <Notice tone="danger">{failure}</Notice> : <Skeleton className="h-96 w-full" />}
    </Dialog>
  );
}

type QueueEditorProps = {
  id: string | null;
  taken: ReadonlyMap<string, string>;
  onClose: () => void;
  start: QueueForm;
};

function QueueEditor({ id, taken, onClose, start }: QueueEditorProps) {
  const [newId] = useState(() => uuidv7());
  const [tab, setTab] = useState<QueueTab>("data");
  const { scheduleType, [TIME_ZONE_KEY]: timeZone } = useSettings();
  const form = useForm<QueueForm>({
    keep: `queue:${id ?? "new"}`,
    start,
    check: (values) => queueProblems(values, new Set(taken.keys())),
    save: (values) => (id ? queueCalls.change(id, values) : queueCalls.create(newId, values)),
  });
  const tabs: TabItem<QueueTab>[] = [
    { id: "data", label: m.queues_tab_data() },
    { id: "typebot", label: "Typebot" },
    ...(scheduleType === "queue" ? [{ id: "hours" as const, label: m.queues_tab_hours() }] : []),
  ];
  const wrongTab = tabOfProblems(form.problems);
  useEffect(() => {
    if (wrongTab) setTab(wrongTab);
  }, [wrongTab]);
  const title = id ? m.queues_edit_title() : m.queues_new_title();
  return (
    <FormDialog
      form={form}
      title={title}
      size="medium"
      saved={m.queues_saved()}
      onClose={onClose}
      footer={
        tab === "hours" && (
          <span className="flex items-center gap-1.5 text-ink-3 text-xs max-sm:hidden">
            <Info aria-hidden="true" size={13} />
            {m.hours_save_hint()}
          </span>
        )
      }
    >
      <Tabs
        label={title}
        items={tabs}
        value={tab}
        onChange={setTab}
        // As wide as the dialog, with the tab labels aligned to the fields.
        className="-mx-4 px-1.5 sm:-mx-6 sm:px-3.5"
        panelClassName="flex min-h-96 flex-col gap-4 empty:hidden"
      >
        {tab === "data" && <DataFields form={form} taken={taken} />}
        {tab === "typebot" && <TypebotFields form={form} />}
        {tab === "hours" && (
          <>
            <p className="text-ink-2">{m.queues_hours_text()}</p>
            <ZoneLine timeZone={timeZone} />
            <HoursGrid week={form.values.schedules} onChange={(schedules) => form.set({ schedules })} />
          </>
        )}
      </Tabs>
    </FormDialog>
  );
}

/** Loads the queue when the dialog opens, because most of it is not stored on the device. */
function useLoaded(id: string | null, taken: ReadonlySet<string>) {
  const [loaded, setLoaded] = useState<QueueForm | null>(() => (id ? null : newQueue(taken)));
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    if (!id) return;
    const stop = new AbortController();
    queueCalls.read(id, stop.signal).then(setLoaded, (error: unknown) => {
      if (!stop.signal.aborted) setFailure(failureText(error));
    });
    return () => stop.abort();
  }, [id]);
  return { loaded, failure };
}
