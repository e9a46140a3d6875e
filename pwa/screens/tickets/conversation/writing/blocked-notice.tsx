import { Ban } from "lucide-react";
import { m } from "../../../../i18n/paraglide/messages.js";
import { useCall } from "../../../../session/server-data/use-call.ts";
import { Button } from "../../../../ui/button.tsx";
import { setContactsActive } from "../../../contacts/parts/block-contacts.ts";

/** Stands in place of the composer while the contact is blocked. */
export function BlockedNotice({ contactId }: { contactId: string }) {
  const { busy, failure, call } = useCall();
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-3 border-line border-t bg-surface px-4 py-3 text-ink-2">
      <Ban aria-hidden="true" size={16} className="shrink-0" />
      <p className="min-w-0 flex-1 basis-48">
        {m.tickets_blocked_notice()}
        {failure && (
          <span role="alert" className="block text-danger-ink">
            {failure}
          </span>
        )}
      </p>
      <Button
        busy={busy !== null && m.tickets_unblocking()}
        onClick={() => void call("unblock", () => setContactsActive([contactId], true))}
      >
        {m.contacts_action_unblock()}
      </Button>
    </div>
  );
}
