import { WifiOff } from "lucide-react";
import { m } from "../../i18n/paraglide/messages.js";

/** Shown for a value that this device does not have. "—" means that there is none. */
export const OnServer = () => (
  <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-ink-3 text-xs">
    <WifiOff aria-hidden="true" size={13} className="shrink-0" />
    {m.lists_on_server()}
  </span>
);
