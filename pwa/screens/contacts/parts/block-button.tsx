import { Ban, Undo2 } from "lucide-react";
import type { ContactDocument } from "../../../../contracts/desk/contacts.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useCall } from "../../../session/server-data/use-call.ts";
import { Button } from "../../../ui/button.tsx";
import { setContactsActive } from "./block-contacts.ts";

type BlockButtonProps = { contact: Pick<ContactDocument, "id" | "active">; onDone?: (() => void) | undefined };

/** Blocks or unblocks a contact. Beside it stands the reason why the last attempt failed. */
export function BlockButton({ contact: { id, active }, onDone }: BlockButtonProps) {
  const { busy, failure, call } = useCall();
  return (
    <>
      <Button
        size="small"
        icon={active ? <Ban size={14} /> : <Undo2 size={14} />}
        disabled={busy !== null}
        onClick={() => void call("block", () => setContactsActive([id], !active).then(onDone))}
      >
        {active ? m.contacts_action_block() : m.contacts_action_unblock()}
      </Button>
      {failure && (
        <p role="alert" className="w-full text-danger-ink text-sm">
          {failure}
        </p>
      )}
    </>
  );
}
