import { MonitorSmartphone } from "lucide-react";
import { m } from "../i18n/paraglide/messages.js";
import { Notice } from "../ui/notice.tsx";

/** Shown for a second above everything, before the page reloads, when the session was replaced by another sign-in. */
export const ElsewhereAlert = () => (
  <div className="fixed inset-0 z-toast grid place-items-center overflow-y-auto bg-scrim p-4">
    <Notice tone="danger" className="text-base shadow-float" icon={<MonitorSmartphone aria-hidden="true" size={18} />}>
      {m.session_elsewhere()}
    </Notice>
  </div>
);
