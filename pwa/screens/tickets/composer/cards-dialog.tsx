import { type Card, MAX_CARDS, writeCards } from "../../../../contracts/desk/bodies/cards.ts";
import { ContactCards } from "../../../conversation/media/contact-card.tsx";
import { m } from "../../../i18n/paraglide/messages.js";
import { useKeptValues } from "../../../session/use-form-draft.ts";
import { Button } from "../../../ui/button.tsx";
import { LeaveButton } from "../../../ui/fields/kept-form.tsx";
import { Dialog } from "../../../ui/layers/dialog.tsx";
import { ContactPicker } from "../../contacts/parts/contact-picker.tsx";
import type { FoundContact } from "../../contacts/parts/use-found-contacts.ts";

type CardsDialogProps = {
  /** Names the kept form, with its conversation. */
  keep: string;
  onClose: () => void;
  onSend: (cards: Card[]) => void;
  sendLabel: string;
};

/** Lets the user choose contacts of the company and sends them as contact cards. */
export function CardsDialog({ keep, onClose, onSend, sendLabel }: CardsDialogProps) {
  const { values, set, kept, forget } = useKeptValues<{ chosen: FoundContact[] }>(keep, { chosen: [] });
  const { chosen } = values;
  const cards = chosen.map(({ name, number }) => ({ name, number }));
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.tickets_cards_title()}
      kept={kept}
      footer={
        <>
          <LeaveButton kept={kept} onClose={onClose} />
          <Button
            kind="primary"
            disabled={cards.length === 0}
            onClick={() => {
              forget();
              onSend(cards);
            }}
          >
            {sendLabel}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ContactPicker
          label={m.tickets_cards_whom()}
          chosen={chosen}
          onChange={(next) => set({ chosen: next })}
          most={MAX_CARDS}
          isMeant={hasNumber}
        />
        {cards.length > 0 && (
          <div className="self-start rounded-xl bg-bubble-out px-2.75 py-1.5 text-bubble-out-ink">
            <ContactCards body={writeCards(cards)} canTalk={false} />
          </div>
        )}
      </div>
    </Dialog>
  );
}

/** Returns whether the contact has a phone number; without one it cannot be sent as a card. */
const hasNumber = ({ number }: FoundContact) => /^\d{8,20}$/.test(number);
