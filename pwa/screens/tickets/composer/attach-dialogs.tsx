import type { MessageView } from "../../../../sync/client/index.ts";
import { lazyPart, OnDemand } from "../../../ui/on-demand.tsx";
import { begunForm } from "../begun-forms.ts";
import type { useSendMessage } from "./use-send-message.ts";

const CardsDialog = lazyPart(async () => (await import("./cards-dialog.tsx")).CardsDialog);
const PlaceDialog = lazyPart(async () => (await import("../../../conversation/composer/place-dialog.tsx")).PlaceDialog);

export type Attaching = "contact" | "place";

type AttachDialogsProps = {
  ticketId: string;
  what: Attaching | null;
  quoted: MessageView | null;
  sending: Pick<ReturnType<typeof useSendMessage>, "sendCards" | "sendPlace">;
  sendLabel: string;
  onSent: () => void;
  onClose: () => void;
};

/** The dialogs that send contacts or a location instead of text. */
export function AttachDialogs({ ticketId, what, quoted, sending, ...props }: AttachDialogsProps) {
  const { sendLabel, onSent, onClose } = props;
  /** The dialog keeps what the device does not store. */
  async function done(sent: Promise<string>) {
    await sent;
    onClose();
    onSent();
  }
  const shared = { onClose, sendLabel };
  return (
    <>
      <OnDemand open={what === "contact"}>
        {what === "contact" && (
          <CardsDialog
            {...shared}
            keep={begunForm("cards", ticketId)}
            onSend={(cards) => void done(sending.sendCards(cards, quoted))}
          />
        )}
      </OnDemand>
      <OnDemand open={what === "place"}>
        {what === "place" && (
          <PlaceDialog
            {...shared}
            keep={begunForm("place", ticketId)}
            onSend={(place) => void done(sending.sendPlace(place, quoted))}
          />
        )}
      </OnDemand>
    </>
  );
}
