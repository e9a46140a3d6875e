import { useEffect, useState } from "react";
import type { ConnectionRef, QueueRef } from "../../../sync/contracts/refs.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { failureWords } from "../../session/failure-words.ts";
import { useCall } from "../../session/use-call.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { type TabItem, Tabs } from "../../ui/tabs.tsx";
import { toast } from "../../ui/toast.tsx";
import { connectionCalls } from "./connection-calls.ts";
import { GeneralFields, MessageFields, RedirectFields } from "./connection-fields.tsx";
import { type ConnectionForm, connectionProblems, newConnection } from "./connection-form.ts";
import { Outages } from "./outages.tsx";

type Tab = "general" | "messages" | "redirect" | "outages";
/** Where a field stands that is on no other tab: the first. */
const tabOfField: { [Field in keyof ConnectionForm]?: Tab } = {
  greetingMessage: "messages",
  redirectAfterMinutes: "redirect",
  redirectQueueId: "redirect",
};

type ConnectionDialogProps = {
  /** Null: a new one. */
  connection: ConnectionRef | null;
  queues: QueueRef[];
  onClose: () => void;
};

export function ConnectionDialog({ connection, queues, onClose }: ConnectionDialogProps) {
  const { loaded, failure } = useLoaded(connection?.id ?? null);
  if (loaded) return <ConnectionEditor {...{ connection, queues, onClose }} start={loaded} />;
  return (
    <Dialog open onClose={onClose} title={m.connections_edit_title()} size="medium">
      {failure ? <Notice tone="danger">{failure}</Notice> : <Skeleton className="h-60 w-full" />}
    </Dialog>
  );
}

function ConnectionEditor({ connection, queues, onClose, start }: ConnectionDialogProps & { start: ConnectionForm }) {
  const [form, setForm] = useState(start);
  const [tab, setTab] = useState<Tab>("general");
  const [asked, setAsked] = useState(false);
  const { busy, failure, call } = useCall();
  const found = connectionProblems(form);
  const problems = asked ? found : {};
  const fields = { form, problems, queues, onChange: (part: Partial<ConnectionForm>) => setForm({ ...form, ...part }) };

  async function handleSave() {
    setAsked(true);
    const [first] = Object.keys(found) as (keyof ConnectionForm)[];
    if (first) return setTab(tabOfField[first] ?? "general");
    const saved = await call("save", () =>
      connection ? connectionCalls.change(connection.id, form) : connectionCalls.create(form),
    );
    if (!saved) return;
    toast.success(m.connections_saved());
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={connection ? m.connections_edit_title() : m.connections_new_title()}
      size="medium"
      dirty={JSON.stringify(form) !== JSON.stringify(start)}
      footer={
        <>
          <Button onClick={onClose}>{m.connections_cancel()}</Button>
          <Button kind="primary" busy={busy === "save" && m.ui_saving()} onClick={() => void handleSave()}>
            {m.connections_save()}
          </Button>
        </>
      }
    >
      {failure && (
        <Notice tone="danger" className="mb-4">
          {failure}
        </Notice>
      )}
      <Tabs
        label={m.connections_edit_title()}
        items={tabItems(connection !== null)}
        value={tab}
        onChange={setTab}
        // As wide as the dialog, its words above the fields.
        className="-mx-4 mb-4 px-1.5 sm:-mx-6 sm:px-3.5"
        panelClassName="flex min-h-72 flex-col gap-4"
      >
        {tab === "general" && <GeneralFields {...fields} />}
        {tab === "messages" && <MessageFields {...fields} />}
        {tab === "redirect" && <RedirectFields {...fields} />}
        {tab === "outages" && connection && <Outages connectionId={connection.id} />}
      </Tabs>
    </Dialog>
  );
}

/** A number that is only being added was never down. */
const tabItems = (isKnown: boolean): TabItem<Tab>[] => [
  { id: "general", label: m.connections_tab_general() },
  { id: "messages", label: m.connections_tab_messages() },
  { id: "redirect", label: m.connections_tab_redirect() },
  ...(isKnown ? [{ id: "outages" as const, label: m.connections_tab_outages() }] : []),
];

/** The texts and the token are not kept on the device: they are read when the dialog opens. */
function useLoaded(id: string | null) {
  const [loaded, setLoaded] = useState<ConnectionForm | null>(id ? null : newConnection);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    if (!id) return;
    const stop = new AbortController();
    connectionCalls.read(id, stop.signal).then(setLoaded, (error: unknown) => {
      if (!stop.signal.aborted) setFailure(failureWords(error));
    });
    return () => stop.abort();
  }, [id]);
  return { loaded, failure };
}
