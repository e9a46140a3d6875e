import { CheckCheck } from "lucide-react";
import { m } from "../../i18n/paraglide/messages.js";
import { AttachedBar } from "./attached-bar.tsx";

/** Says above a draft that another text of the conversation was sent elsewhere while it was written. */
export function AnsweredBar({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <AttachedBar icon={<CheckCheck size={15} />} cancel={m.ui_close()} onCancel={onClose}>
      <span role="status" className="block text-ink-2">
        {text}
      </span>
    </AttachedBar>
  );
}
