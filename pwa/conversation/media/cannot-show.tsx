import { FileQuestionMark } from "lucide-react";
import { useState } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { DownloadLink } from "./document-card.tsx";

/** Says that this browser cannot show a file, and offers it for download. */
export function CannotShow({ url, name }: { url: string; name: string }) {
  return (
    <span role="status" className="flex w-71 max-w-full flex-col items-start gap-2 px-2 py-2.5 text-sm">
      <span className="flex items-center gap-2">
        <FileQuestionMark aria-hidden="true" size={18} className="shrink-0" />
        {m.tickets_media_unshown()}
      </span>
      <DownloadLink url={url} name={name} />
    </span>
  );
}

/** Returns whether the browser failed on the file at this address, and the handler that notes it. */
export function useUnshown(url: string): { isUnshown: boolean; onUnshown: () => void } {
  const [failed, setFailed] = useState<string | null>(null);
  return { isUnshown: failed === url, onUnshown: () => setFailed(url) };
}
