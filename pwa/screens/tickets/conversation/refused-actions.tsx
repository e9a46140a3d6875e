import { m } from "../../../i18n/paraglide/messages.js";
import { useDesk } from "../../../session/desk.tsx";
import { Button } from "../../../ui/button.tsx";
import { RefusedActions } from "../../outbox/parts/refused-actions.tsx";

type RefusedTicketActionsProps = {
  ticketId: string;
  /** A refused command that is shown elsewhere. */
  except: string | null;
  onUseText: ((text: string) => void) | null;
};

/**
 * Shows the refused commands on this ticket. `onUseText`: puts the text of a refused edit into the composer; null when
 * the user may not write.
 */
export function RefusedTicketActions({ ticketId, except, onUseText }: RefusedTicketActionsProps) {
  const desk = useDesk();
  async function sayAnew(id: string, text: string) {
    onUseText?.(text);
    await desk.discard(id);
  }
  return (
    <RefusedActions
      isOf={(entry) => entry.ticketId === ticketId && entry.id !== except}
      wayOut={(entry) =>
        entry.type === "message.edit" &&
        onUseText && (
          <Button size="small" onClick={() => void sayAnew(entry.id, entry.payload.body)}>
            {m.tickets_use_text()}
          </Button>
        )
      }
    />
  );
}
