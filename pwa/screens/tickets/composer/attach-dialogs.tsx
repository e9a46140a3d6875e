import type { MessageView } from "../../../../sync/client/index.ts";
import { lazyPart, OnDemand } from "../../../ui/on-demand.tsx";
import type { useSendMessage } from "./use-send-message.ts";

const CardsDialog = lazyPart(async () => (await import("./cards-dialog.tsx")).CardsDialog);
const PlaceDialog = lazyPart(async () => (await import("../../../messages/composer/place-dialog.tsx")).PlaceDialog);

export type Attaching = "contact" | "place";

type AttachDialogsProps = {
  what: Attaching | null;
  quoted: MessageView | null;
  sending: Pick<ReturnType<typeof useSendMessage>, "sendCards" | "sendPlace">;
  sendLabel: string;
  onSent: () => void;
  onClose: () => void;
};

/** The dialogs that send contacts or a location instead of text. */
export function AttachDialogs({ what, quoted, sending, sendLabel, onSent, onClose }: AttachDialogsProps) {
  async function done(sent: Promise<string>) {
    onClose();
    onSent();
    await sent;
  }
  const props = { onClose, sendLabel };
  return (
    <>
      <OnDemand open={what === "contact"}>
        {what === "contact" && (
          <CardsDialog {...props} onSend={(cards) => void done(sending.sendCards(cards, quoted))} />
        )}
      </OnDemand>
      <OnDemand open={what === "place"}>
        {what === "place" && <PlaceDialog {...props} onSend={(place) => void done(sending.sendPlace(place, quoted))} />}
      </OnDemand>
    </>
  );
}
