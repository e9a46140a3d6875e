import { MessageCircle, X } from "lucide-react";
import { useEffect, useState } from "react";
import { m } from "../../../i18n/paraglide/messages.js";
import { quietStorage } from "../../../ui/device-storage.ts";
import { usePhone } from "../../../ui/hooks/use-phone.ts";
import { IconButton } from "../../../ui/icon-button.tsx";

/** The pause before the balloon asks. */
export const ASKS_AFTER_MS = 4_000;
const CLOSED_KEY = "helpBalloonClosed";

/**
 * Shows a button that opens a chat with the provider, and after a while a balloon that offers it; on phones, where it would
 * cover the form, a link. `url`: null without one.
 */
export function HelpBalloon({ url }: { url: string | null }) {
  const isPhone = usePhone();
  const [asks, setAsks] = useState(false);
  useEffect(() => {
    if (!url || quietStorage.getItem(CLOSED_KEY) !== null) return;
    const timer = setTimeout(() => setAsks(true), ASKS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [url]);
  if (!url) return null;
  if (isPhone)
    return (
      <p className="mt-2 text-base text-ink-2">
        {m.help_question()}{" "}
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-block py-2.5 font-semibold text-primary-ink"
        >
          {m.help_talk()}
        </a>
      </p>
    );
  function handleClose() {
    quietStorage.setItem(CLOSED_KEY, "1");
    setAsks(false);
  }
  return (
    <div className="absolute right-6 bottom-6 flex items-end gap-2.5">
      {asks && (
        <div className="mb-1 flex items-center gap-3 rounded-lg bg-raised py-2 pr-2 pl-3.5 text-ink text-sm shadow-float forced-colors:border">
          <p>
            {m.help_question()}{" "}
            <a href={url} target="_blank" rel="noopener noreferrer" className="font-semibold">
              {m.help_talk()}
            </a>
          </p>
          <IconButton size="small" label={m.help_close()} icon={<X size={15} />} onClick={handleClose} />
        </div>
      )}
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`${m.help_talk()}, ${m.help_opens()}`}
        className="grid size-13 place-items-center rounded-xl bg-primary text-on-primary shadow-float hover:bg-primary-hover"
      >
        <MessageCircle aria-hidden="true" size={22} />
      </a>
    </div>
  );
}
