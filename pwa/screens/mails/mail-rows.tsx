import { localMinute } from "../../../contracts/local-time.ts";
import type { MailRecordWire } from "../../../contracts/wire/mails.ts";
import { serverDate } from "../../../sync/client/server-clock.ts";
import { shortMoment } from "../../i18n/date-time.ts";
import { languageTag } from "../../i18n/language.ts";
import { m } from "../../i18n/paraglide/messages.js";
import type { MailDraft } from "./mail-drafts.ts";
import { addressesText, MailChip, previewOf, totalOf } from "./mail-text.tsx";

export function momentText(iso: string, timeZone?: string): string {
  const format = { day: "2-digit", month: "2-digit", hour: "2-digit", minute: "2-digit", timeZone } as const;
  return new Intl.DateTimeFormat(languageTag(), format).format(new Date(iso));
}

const DAY_MS = 86_400_000;
/** Older dates have their year. */
const LONG_AGO_DAYS = 300;

/** Formats for a row, in the company's time zone: the time today, "ontem", or the date. */
function rowMoment(iso: string, timeZone: string): string {
  const localDay = (instant: Date) => Date.parse(localMinute(instant, timeZone).slice(0, 10));
  const now = serverDate();
  const at = new Date(iso);
  const days = (localDay(now) - localDay(at)) / DAY_MS;
  if (days === 1) return m.time_yesterday_short();
  const format: Intl.DateTimeFormatOptions =
    days <= 0
      ? { hour: "2-digit", minute: "2-digit" }
      : { day: "2-digit", month: "2-digit", ...(days > LONG_AGO_DAYS && { year: "2-digit" }) };
  return new Intl.DateTimeFormat(languageTag(), { ...format, timeZone }).format(at);
}

const rowClass =
  "flex w-full flex-col gap-0.5 border-line border-b px-4 py-2.5 text-left hover:bg-hover aria-[current]:bg-selected aria-[current]:shadow-[inset_3px_0_0_var(--primary)]";

type RowProps = {
  subject: string;
  to: string;
  when: string;
  text: string;
  chip?: React.ReactNode;
  isOpen: boolean;
  onOpen: () => void;
};

function Row({ subject, to, when, text, chip, isOpen, onOpen }: RowProps) {
  return (
    <li>
      <button type="button" className={rowClass} aria-current={isOpen ? "true" : undefined} onClick={onOpen}>
        <span className="flex w-full items-baseline gap-2">
          <span className="min-w-0 flex-1 truncate font-medium text-base">{subject}</span>
          <span className="shrink-0 text-ink-3 text-xs tabular-nums">{when}</span>
        </span>
        <span className="flex w-full items-center gap-2">
          <span className="min-w-0 flex-1 truncate text-ink-2 text-sm">{to}</span>
          {chip}
        </span>
        <span className="w-full truncate text-ink-3 text-sm">{text}</span>
      </button>
    </li>
  );
}

type MailRowsProps = { rows: MailRecordWire[]; timeZone: string; openId: string | null; onOpen: (id: string) => void };

export const MailRows = ({ rows, timeZone, openId, onOpen }: MailRowsProps) => (
  <ul>
    {rows.map((mail) => (
      <Row
        key={mail.id}
        subject={mail.subject}
        to={addressesText(totalOf(mail.counts), mail.address)}
        when={
          mail.isScheduled
            ? momentText(mail.sendAt ?? mail.createdAt, timeZone)
            : rowMoment(mail.sendAt ?? mail.createdAt, timeZone)
        }
        text={previewOf(mail.preview)}
        chip={<MailChip counts={mail.counts} leavesAt={mail.isScheduled ? mail.sendAt : null} />}
        isOpen={mail.id === openId}
        onOpen={() => onOpen(mail.id)}
      />
    ))}
  </ul>
);

type DraftRowsProps = { drafts: MailDraft[]; openId: string | null; onOpen: (draft: MailDraft) => void };

export const DraftRows = ({ drafts, openId, onOpen }: DraftRowsProps) => (
  <ul>
    {drafts.map((draft) => (
      <Row
        key={draft.id}
        subject={draft.subject || m.email_no_subject()}
        to={draft.to[0] ? addressesText(draft.to.length, draft.to[0]) : m.email_no_recipient()}
        when={shortMoment(new Date(draft.at).toISOString())}
        text={previewOf(draft.body)}
        isOpen={draft.id === openId}
        onOpen={() => onOpen(draft)}
      />
    ))}
  </ul>
);
