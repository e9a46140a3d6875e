import { Copy } from "lucide-react";
import { m } from "../../i18n/paraglide/messages.js";
import { IconButton } from "../../ui/icon-button.tsx";
import { toast } from "../../ui/toasts/toast.tsx";

/** Draws text for a terminal or a program, with a button that copies it. Long lines wrap. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  async function handleCopy() {
    await navigator.clipboard.writeText(text);
    toast.success(m.messages_api_copied());
  }
  return (
    <div className="flex items-start gap-2 rounded-lg bg-sunken py-2 pr-2 pl-3">
      <pre className="min-w-0 flex-1 whitespace-pre-wrap py-1 font-mono text-ink text-xs [overflow-wrap:anywhere]">
        {text}
      </pre>
      <IconButton
        size="small"
        label={`${m.messages_api_copy()}: ${label}`}
        icon={<Copy size={15} />}
        onClick={() => void handleCopy()}
      />
    </div>
  );
}
