import { Megaphone, MegaphoneOff } from "lucide-react";
import { useState } from "react";
import type { ConsentState } from "../../../../contracts/desk/consent.ts";
import { dayMonth } from "../../../i18n/date-time.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useSyncStatus } from "../../../session/desk.tsx";
import { Button } from "../../../ui/button.tsx";
import { ConsentDialog } from "./consent-dialog.tsx";
import { ConsentLedger } from "./consent-ledger.tsx";
import { DrawerSection } from "./drawer-section.tsx";
import type { KnownContact } from "./use-known-contact.ts";

type ConsentSectionProps = { contact: KnownContact; onDone?: (() => void) | undefined };

/** Shows whether the contact receives campaigns, with the dialog to change it and the ledger of changes. */
export function ConsentSection({ contact, onDone }: ConsentSectionProps) {
  const { linkUp } = useSyncStatus();
  const [wanted, setWanted] = useState<ConsentState | null>(null);
  const [showsLedger, setShowsLedger] = useState(false);
  const optedOutAt = contact.optedOutAt ?? null;
  const Icon = optedOutAt ? MegaphoneOff : Megaphone;
  return (
    <DrawerSection title={m.consent_title()}>
      <p className="flex items-start gap-2 text-sm">
        <Icon aria-hidden="true" size={16} className="mt-0.5 shrink-0 text-ink-3" />
        {optedOutAt ? m.consent_out({ date: dayMonth(optedOutAt) }) : m.consent_in()}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="small" disabled={!linkUp} onClick={() => setWanted(optedOutAt ? "in" : "out")}>
          {optedOutAt ? m.consent_lift() : m.consent_set()}
        </Button>
        <Button size="small" aria-expanded={showsLedger} onClick={() => setShowsLedger(!showsLedger)}>
          {m.consent_history()}
        </Button>
      </div>
      {showsLedger && <ConsentLedger contact={contact} />}
      {wanted && (
        <ConsentDialog contactId={contact.id} state={wanted} onDone={onDone} onClose={() => setWanted(null)} />
      )}
    </DrawerSection>
  );
}
