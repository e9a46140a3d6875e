import { MonitorSmartphone } from "lucide-react";
import { m } from "../i18n/paraglide/messages.js";
import { useSession } from "../session/use-session.ts";
import { Notice } from "../ui/notice.tsx";

/** Shown for a second above everything, before the page reloads, when the session was replaced by another sign-in. */
export function ElsewhereAlert() {
  const { user, ended } = useSession();
  if (!user || ended !== "elsewhere") return null;
  return (
    <div className="fixed inset-0 z-toast grid place-items-center overflow-y-auto bg-scrim p-4">
      <Notice
        tone="danger"
        className="text-base shadow-float"
        icon={<MonitorSmartphone aria-hidden="true" size={18} />}
      >
        {m.session_elsewhere()}
      </Notice>
    </div>
  );
}
