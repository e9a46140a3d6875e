import { CircleAlert, WifiOff } from "lucide-react";
import { m } from "../../i18n/paraglide/messages.js";
import { useOnline } from "../../session/use-online.ts";
import { Notice } from "../../ui/notice.tsx";

/** Says above the form that there is no internet, or why the server refused. */
export function ResetNotices({ failure }: { failure: string | null }) {
  if (!useOnline())
    return (
      <Notice tone="warn" icon={<WifiOff aria-hidden="true" size={16} />}>
        {m.reset_offline()}
      </Notice>
    );
  return (
    failure && (
      <Notice tone="danger" icon={<CircleAlert aria-hidden="true" size={16} />}>
        {failure}
      </Notice>
    )
  );
}
