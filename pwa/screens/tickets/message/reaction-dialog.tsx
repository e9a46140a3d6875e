import { m } from "../../../i18n/paraglide/messages.js";
import { Dialog } from "../../../ui/dialog.tsx";
import { EmojiPicker } from "../../../ui/emoji-picker.tsx";

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
