import { useState } from "react";
import { type Card, MOST_CARDS, writeCards } from "../../../../sync/contracts/cards.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { ContactCards } from "../../../messages/media/contact-card.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ContactPicker } from "../../contacts/parts/contact-picker.tsx";
import type { FoundContact } from "../../contacts/parts/use-found-contacts.ts";

type CardsDialogProps = { onClose: () => void; onSend: (cards: Card[]) => void; sendLabel: string };

/** Lets the user choose contacts of the company and sends them as contact cards. */
export function CardsDialog({ onClose, onSend, sendLabel }: CardsDialogProps) {
  const [chosen, setChosen] = useState<FoundContact[]>([]);
  const cards = chosen.map(({ name, number }) => ({ name, number }));
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.tickets_cards_title()}
      dirty={chosen.length > 0}
      footer={
        <>
          <Button onClick={onClose}>{m.tickets_cancel()}</Button>
          <Button kind="primary" disabled={cards.length === 0} onClick={() => onSend(cards)}>
            {sendLabel}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ContactPicker
          label={m.tickets_cards_whom()}
          chosen={chosen}
          onChange={setChosen}
          most={MOST_CARDS}
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
