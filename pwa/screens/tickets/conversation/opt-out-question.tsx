import { MegaphoneOff } from "lucide-react";
import { useState } from "react";
import { readRequest } from "../../../../contracts/desk/opt-out-grammar.ts";
import type { ThreadView, TicketView } from "../../../../sync/client/index.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDesk, useObservable, useSyncStatus } from "../../../session/desk.tsx";
import { Button } from "../../../ui/button.tsx";
import { deviceStorage } from "../../../ui/device-storage.ts";
import { ConsentDialog } from "../contact/consent-dialog.tsx";
import { keepNoOptOut, readNoOptOuts } from "./no-opt-outs.ts";
import { useContact } from "./use-contact.ts";

const unknown: ThreadView = { messages: [], hasOlder: false, endsHere: false, isKnown: false };

/**
 * Asks the agent about a text that may be a request to get no more campaigns: the server changes nothing by an unsure
 * one. Read on the device, so that it is asked without a network too. The answer "no" stays on this device.
 */
export function OptOutQuestion({ ticket }: { ticket: TicketView }) {
  const desk = useDesk();
  const { linkUp } = useSyncStatus();
  const contact = useContact(ticket.contactId);
  const { messages } = useObservable(() => desk.thread$(ticket.id), [desk, ticket.id], unknown);
  const [noOptOuts, setNoOptOuts] = useState(() => readNoOptOuts(deviceStorage));
  const [isAsked, setAsked] = useState(false);
  const found = messages.findLast(
    ({ id, fromMe, isDeleted, body }) =>
      !fromMe && !isDeleted && !noOptOuts.includes(id) && readRequest(body) === "unsure",
  );
  // One member of a group cannot opt the whole group out.
  if (!contact || contact.isGroup || contact.optedOutAt || !found) return null;
  return (
    <section
      aria-label={m.consent_unsure()}
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-line border-t bg-surface px-4 py-2 text-sm"
    >
      <MegaphoneOff aria-hidden="true" size={16} className="shrink-0 text-ink-3" />
      <p className="min-w-0 flex-1 basis-48">
        <b className="font-medium">{m.consent_unsure()}</b>
        <q className="line-clamp-2 text-ink-2 [overflow-wrap:anywhere]" dir="auto">
          {found.body}
        </q>
      </p>
      <Button size="small" disabled={!linkUp} onClick={() => setAsked(true)}>
        {m.consent_set()}
      </Button>
      <Button size="small" kind="ghost" onClick={() => setNoOptOuts(keepNoOptOut(deviceStorage, found.id))}>
        {m.consent_unsure_no()}
      </Button>
      {isAsked && <ConsentDialog contactId={contact.id} state="out" onClose={() => setAsked(false)} />}
    </section>
  );
}
