import { useEffect, useState } from "react";
import type { ConnectionRef, QueueRef } from "../../../../contracts/desk/refs.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { failureText } from "../../../session/failure-text.ts";
import { Dialog } from "../../../ui/layers/dialog.tsx";
import { Skeleton } from "../../../ui/lists/skeleton.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { type TabItem, Tabs } from "../../../ui/tabs.tsx";
import { FormDialog, useForm } from "../../lists/index.ts";
import { GeneralFields, MessageFields, RedirectFields } from "../connection-fields.tsx";
import { Outages } from "../outages.tsx";
import { connectionCalls } from "./connection-calls.ts";
import {
  type ConnectionForm,
  type ConnectionTab,
  connectionProblems,
  newConnection,
  tabOfProblems,
} from "./connection-form.ts";

type ConnectionDialogProps = {
  /** Null: a new connection. */
  connection: ConnectionRef | null;
  queues: QueueRef[];
  /** Queues that the connection will offer in addition: selected when the dialog opens. */
  offeredQueueIds?: string[];
  onClose: () => void;
};

export function ConnectionDialog({ connection, queues, offeredQueueIds = [], onClose }: ConnectionDialogProps) {
  const { loaded, failure } = useLoaded(connection?.id ?? null);
  if (loaded) {
    const queueIds = [...new Set([...loaded.queueIds, ...offeredQueueIds])];
    return <ConnectionEditor {...{ connection, queues, offeredQueueIds, onClose }} start={{ ...loaded, queueIds }} />;
  }
  return (
    <Dialog open onClose={onClose} title={m.connections_edit_title()} size="medium">
      {failure ? <Notice tone="danger">{failure}</Notice> : <Skeleton className="h-60 w-full" />}
    </Dialog>
  );
}

function ConnectionEditor(props: ConnectionDialogProps & { start: ConnectionForm }) {
  const { connection, queues, offeredQueueIds, onClose, start } = props;
  const missing = offeredQueueIds?.length ? tabOfProblems(connectionProblems(start)) : null;
  const [tab, setTab] = useState<ConnectionTab>(missing ?? "general");
  const form = useForm<ConnectionForm>({
    keep: `connection:${connection?.id ?? "new"}`,
    start,
    check: connectionProblems,
    save: (values) => (connection ? connectionCalls.change(connection.id, values) : connectionCalls.create(values)),
  });
  const wrongTab = tabOfProblems(form.problems);
  useEffect(() => {
    if (wrongTab) setTab(wrongTab);
  }, [wrongTab]);
  const title = connection ? m.connections_edit_title() : m.connections_new_title();
  return (
    <FormDialog form={form} title={title} size="medium" saved={m.connections_saved()} onClose={onClose}>
      <Tabs
        label={title}
        items={tabItems(connection !== null)}
        value={tab}
        onChange={setTab}
        // As wide as the dialog, with the tab labels aligned to the fields.
        className="-mx-4 px-1.5 sm:-mx-6 sm:px-3.5"
        panelClassName="flex min-h-72 flex-col gap-4 empty:hidden"
      >
        {tab === "general" && (
          <GeneralFields
            form={form}
            queues={queues}
            hasPhone={(connection?.channel ?? "whatsapp") === "whatsapp"}
            connectionId={connection?.id ?? null}
          />
        )}
        {tab === "messages" && (
          <>
            {missing === "messages" && <Notice tone="info">{m.connections_offer_needs_greeting()}</Notice>}
            <MessageFields form={form} />
          </>
        )}
        {tab === "redirect" && <RedirectFields form={form} queues={queues} />}
        {tab === "outages" && connection && <Outages connectionId={connection.id} />}
      </Tabs>
    </FormDialog>
  );
}

/** Returns the tabs; a connection that does not exist yet has no outages. */
const tabItems = (isKnown: boolean): TabItem<ConnectionTab>[] => [
  { id: "general", label: m.connections_tab_general() },
  { id: "messages", label: m.connections_tab_messages() },
  { id: "redirect", label: m.connections_tab_redirect() },
  ...(isKnown ? [{ id: "outages" as const, label: m.connections_tab_outages() }] : []),
];

/** Loads the texts when the dialog opens, because they are not stored on the device. */
function useLoaded(id: string | null) {
  const [loaded, setLoaded] = useState<ConnectionForm | null>(id ? null : newConnection);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    if (!id) return;
    const stop = new AbortController();
    connectionCalls.read(id, stop.signal).then(setLoaded, (error: unknown) => {
      if (!stop.signal.aborted) setFailure(failureText(error));
    });
    return () => stop.abort();
  }, [id]);
  return { loaded, failure };
}
