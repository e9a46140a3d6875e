import { m } from "../../../i18n/paraglide/messages.js";
import { apiSend } from "../../../session/api-fetch.ts";
import { failureText } from "../../../session/failure-text.ts";
import { toast } from "../../../ui/toasts/toast.tsx";

/** Blocks or unblocks contacts and shows a toast; that of a blocking offers to undo it. */
export async function setContactsActive(ids: readonly string[], active: boolean): Promise<void> {
  for (const id of ids) await apiSend("PUT", `/contacts/block/${id}`, { active });
  if (active) return toast.success(m.contacts_unblocked_toast());
  const undo = () => void setContactsActive(ids, true).catch((error) => toast.error(failureText(error)));
  toast.success(m.contacts_blocked_toast(), { action: { label: m.tickets_undo(), onSelect: undo } });
}
