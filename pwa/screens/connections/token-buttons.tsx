import { Copy, RefreshCw } from "lucide-react";
import { m } from "../../i18n/paraglide/messages.js";
import { IconButton } from "../../ui/icon-button.tsx";
import { toast } from "../../ui/toast.tsx";
import { newToken } from "./new-token.ts";

type TokenButtonsProps = { token: string; onNew: (token: string) => void };

/** Copies the token, or puts another in its place: the old one ends when the form is saved. */
export function TokenButtons({ token, onNew }: TokenButtonsProps) {
  async function handleCopy() {
    await navigator.clipboard.writeText(token);
    toast.success(m.connections_token_copied());
  }
  return (
    <span className="-mr-1.5 flex shrink-0">
      <IconButton
        size="small"
        label={m.connections_token_copy()}
        icon={<Copy size={15} />}
        disabled={token === ""}
        onClick={() => void handleCopy()}
      />
      <IconButton
        size="small"
        label={token ? m.connections_token_rotate() : m.connections_token_make()}
        icon={<RefreshCw size={15} />}
        onClick={() => onNew(newToken())}
      />
    </span>
  );
}
