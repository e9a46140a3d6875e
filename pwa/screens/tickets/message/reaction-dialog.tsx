import { m } from "../../../i18n/paraglide/messages.js";
import { EmojiPicker } from "../../../ui/fields/emoji-picker.tsx";
import { Dialog } from "../../../ui/layers/dialog.tsx";

type ReactionDialogProps = { open: boolean; onClose: () => void; onChoose: (emoji: string) => void };

export function ReactionDialog({ open, onClose, onChoose }: ReactionDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={m.tickets_react_other()}>
      <EmojiPicker
        onChoose={(emoji) => {
          onClose();
          onChoose(emoji);
        }}
      />
    </Dialog>
  );
}
