import { useState } from "react";
import type { MessageView } from "../../../../sync/client/index.ts";
import { plainLine, shortText } from "../../../conversation/text/message-summary.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { displayName } from "../../../i18n/phone-number.ts";
import { useCommand, useDeskUser } from "../../../session/desk.tsx";
import { useKeptValues } from "../../../session/use-form-draft.ts";
import { Button } from "../../../ui/button.tsx";
import { LeaveButton } from "../../../ui/fields/kept-form.tsx";
import { useOneAtATime } from "../../../ui/hooks/use-one-at-a-time.ts";
import { ConfirmDialog, Dialog } from "../../../ui/layers/dialog.tsx";
import { toast } from "../../../ui/toasts/toast.tsx";
import { ContactPicker } from "../../contacts/parts/contact-picker.tsx";
import type { FoundContact } from "../../contacts/parts/use-found-contacts.ts";
import { useConversation } from "../conversation/conversation-context.tsx";

const MAX_CONTACTS = 20;

type ForwardDialogProps = { message: MessageView; open: boolean; onClose: () => void };

export function ForwardDialog({ open, ...props }: ForwardDialogProps) {
  return open ? <ForwardForm {...props} /> : null;
}

/** Forwards a text, file, contact card or location to one or more contacts as new messages from us. */
function ForwardForm({ message, onClose }: Omit<ForwardDialogProps, "open">) {
  const send = useCommand();
  const once = useOneAtATime();
  const user = useDeskUser();
  const { ticket } = useConversation();
  const { values, set, kept, forget } = useKeptValues<{ chosen: FoundContact[] }>(`forward:${message.id}`, {
    chosen: [],
  });
  const { chosen } = values;
  const [asks, setAsks] = useState(false);

  async function handleForward() {
    // A ticket created for the forward is put into this ticket's queue, if the user serves it.
    const queueId = user.queues.some(({ id }) => id === ticket.queueId) ? ticket.queueId : (user.queues[0]?.id ?? null);
    const contactIds = chosen.map(({ id }) => id);
    await send("message.forward", { messageIds: [message.id], contactIds, ticketId: ticket.id, queueId });
    forget();
    toast.success(m.tickets_forwarded({ count: contactIds.length }));
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={m.tickets_forward_title()}
      kept={kept}
      footer={
        <>
          <LeaveButton kept={kept} onClose={onClose} />
          <Button
            kind="primary"
            disabled={chosen.length === 0}
            onClick={() => (chosen.length > 1 ? setAsks(true) : void once(handleForward))}
          >
            {m.tickets_forward()}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="line-clamp-3 rounded-lg bg-sunken px-3 py-2 text-ink-2">{plainLine(shortText(message))}</p>
        <ContactPicker
          label={m.tickets_forward_to()}
          chosen={chosen}
          onChange={(next) => set({ chosen: next })}
          most={MAX_CONTACTS}
        />
      </div>
      {asks && (
        <ConfirmDialog
          open
          danger={false}
          title={m.tickets_forward_question({ count: chosen.length })}
          confirmLabel={m.tickets_forward()}
          onConfirm={() => void once(handleForward)}
          onClose={() => setAsks(false)}
        >
          {chosen.map(({ name }) => displayName(name)).join(", ")}
        </ConfirmDialog>
      )}
    </Dialog>
  );
}
