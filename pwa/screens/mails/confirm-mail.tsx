import { TIME_ZONE_KEY } from "../../../contracts/account/settings.ts";
import { instantOf } from "../../../contracts/local-time.ts";
import { languageTag } from "../../i18n/language.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { withZone } from "../../i18n/plan-zone.ts";
import { useSettings } from "../../session/use-setting.ts";
import { ConfirmDialog } from "../../ui/layers/dialog.tsx";
import type { MailDraft } from "./mail-drafts.ts";

type ConfirmMailProps = { draft: MailDraft; confirmLabel: string; onConfirm: () => Promise<void>; onClose: () => void };

/** Formats a local minute, "YYYY-MM-DDTHH:mm". */
const localMoment = (minute: string) =>
  new Intl.DateTimeFormat(languageTag(), { dateStyle: "full", timeStyle: "short", timeZone: "UTC" }).format(
    new Date(`${minute}Z`),
  );

/** Shows to whom a mail goes, with which subject and when, before it is sent to more than one person. */
export function ConfirmMail({ draft, confirmLabel, onConfirm, onClose }: ConfirmMailProps) {
  const { to, subject, sendAt } = draft;
  const timeZone = useSettings()[TIME_ZONE_KEY];
  return (
    <ConfirmDialog
      open
      danger={false}
      title={m.email_confirm_title({ count: to.length })}
      confirmLabel={confirmLabel}
      cancelLabel={m.email_confirm_back()}
      onConfirm={() => void onConfirm()}
      onClose={onClose}
    >
      <p className="font-medium [overflow-wrap:anywhere]">{subject}</p>
      <p className="mt-1">
        {sendAt
          ? m.email_confirm_later({ when: withZone(localMoment(sendAt), timeZone, instantOf(sendAt, timeZone)) })
          : m.email_confirm_now()}
      </p>
      <ul
        className="line-ring mt-3 max-h-48 overflow-y-auto rounded-md px-3 py-2 text-sm"
        aria-label={m.email_recipients()}
      >
        {to.map((address) => (
          <li key={address} className="[overflow-wrap:anywhere]">
            {address}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
