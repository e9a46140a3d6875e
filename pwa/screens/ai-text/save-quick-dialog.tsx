import * as v from "valibot";
import { NewQuickMessage } from "../../../contracts/desk/quick-messages.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useCommand } from "../../session/desk.tsx";
import { useKeptValues } from "../../session/use-form-draft.ts";
import { Button } from "../../ui/button.tsx";
import { TextArea, TextField } from "../../ui/fields/text-field.tsx";
import { Dialog } from "../../ui/layers/dialog.tsx";
import { toast } from "../../ui/toasts/toast.tsx";

/** Saves an answer as a quick reply of the user; the command also waits without internet. */
export function SaveQuickDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const send = useCommand();
  const { values, set, kept, forget } = useKeptValues(`quickMessage:ai:${text}`, { shortcode: "", message: text });
  const { shortcode, message } = values;
  const parsed = v.safeParse(NewQuickMessage, { shortcode, message });
  async function handleSave() {
    if (!parsed.success) return;
    const { shortcode, message, isGeneral } = parsed.output;
    await send("quickMessage.create", { shortcode, message, isGeneral });
    forget();
    toast.success(m.ai_quick_saved());
    onClose();
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.ai_save_quick()}
      kept={kept}
      footer={
        <Button kind="primary" disabled={!parsed.success} onClick={() => void handleSave()}>
          {m.ui_save()}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <TextField
          label={m.quick_messages_shortcode()}
          value={shortcode}
          onChange={(event) => set({ shortcode: event.target.value })}
          autoFocus
          autoComplete="off"
        />
        <TextArea
          label={m.quick_messages_message()}
          rows={8}
          value={message}
          onChange={(event) => set({ message: event.target.value })}
        />
      </div>
    </Dialog>
  );
}
