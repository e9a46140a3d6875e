import { Building2, History, Receipt, RotateCcw } from "lucide-react";
import { RESTORING_DAYS } from "../../../../contracts/account/companies.ts";
import type { CompanyUsageWire } from "../../../../contracts/wire/companies.ts";
import { calendarDate } from "../../../i18n/calendar-date.ts";
import { moment } from "../../../i18n/full-dates.ts";
import { numberFormat } from "../../../i18n/number-format.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { maskTypedPhone } from "../../../i18n/phone-number.ts";
import { editAction, PictureBox, type RecordAction, type RecordField, type RecordLook } from "../../lists/index.ts";
import { type Company, hasCampaigns } from "./company-form.ts";
import { dayText, dueTone, dueWords } from "./due-text.ts";
import { UsageLine } from "./usage-text.tsx";

export const campaignsText = (company: Company) =>
  hasCampaigns(company) ? m.platform_campaigns_on() : m.platform_campaigns_off();
export const statusText = ({ status }: Company) => (status ? m.platform_yes() : m.platform_no());
export const planText = ({ plan }: Company) => plan?.name ?? m.platform_no_plan();
export const lastSignInText = ({ lastSignInAt }: CompanyUsageWire) =>
  lastSignInAt ? moment(lastSignInAt) : m.platform_never();

const DAY_MS = 86_400_000;
/** Whole days until a deleted company is removed for good. */
export const daysToRestore = (deletedAt: string, now: Date): number =>
  Math.max(0, Math.ceil((Date.parse(deletedAt) + RESTORING_DAYS * DAY_MS - now.getTime()) / DAY_MS));

export type CompanyHandlers = {
  onEdit: (company: Company) => void;
  onInvoices: (company: Company) => void;
  onHistory: (company: Company) => void;
  onRestore: (company: Company) => void;
  canWrite: boolean;
  /** The row was seen last before this screen was opened: a form may not start with it. */
  isLastSeen: boolean;
};

export function companyActions(company: Company, handlers: CompanyHandlers): RecordAction[] {
  const { name } = company;
  const history = {
    label: m.platform_history(),
    spokenLabel: m.platform_history_of({ name }),
    icon: <History size={16} />,
    onSelect: () => handlers.onHistory(company),
  };
  if (company.deletedAt)
    return [
      {
        label: m.platform_restore(),
        spokenLabel: m.platform_restore_of({ name }),
        icon: <RotateCcw size={16} />,
        disabled: !handlers.canWrite,
        onSelect: () => handlers.onRestore(company),
      },
      history,
    ];
  return [
    editAction({
      spokenLabel: m.platform_edit_of({ name }),
      disabled: handlers.isLastSeen,
      onSelect: () => handlers.onEdit(company),
    }),
    {
      label: m.platform_invoices(),
      spokenLabel: m.platform_invoices_of({ name }),
      icon: <Receipt size={16} />,
      onSelect: () => handlers.onInvoices(company),
    },
    history,
  ];
}

const picture = (
  <PictureBox>
    <Building2 size={18} />
  </PictureBox>
);

export function companyLook(company: Company, now: Date): RecordLook {
  if (company.deletedAt)
    return {
      name: company.name,
      picture,
      line: m.platform_gone_in({ count: daysToRestore(company.deletedAt, now) }),
    };
  const words = dueWords(company, now);
  return {
    name: company.name,
    picture,
    line: words ? `${planText(company)} · ${words}` : `${planText(company)} · ${dayText(company.dueDay.date)}`,
    status: company.status ? undefined : m.platform_inactive(),
    tone: dueTone(company, now),
  };
}

export const companyFields = (company: Company, usage: CompanyUsageWire | undefined, now: Date): RecordField[] => [
  { label: m.platform_email(), value: company.email },
  { label: m.platform_phone(), value: maskTypedPhone(company.phone) },
  { label: m.platform_plan(), value: planText(company) },
  { label: m.platform_campaigns(), value: campaignsText(company) },
  { label: m.platform_status(), value: statusText(company) },
  {
    label: m.platform_due(),
    value: [dayText(company.dueDay.date), dueWords(company, now)].filter(Boolean).join(", "),
  },
  { label: m.platform_recurrence(), value: company.recurrence },
  { label: m.platform_usage(), value: usage && <UsageLine usage={usage} /> },
  { label: m.platform_messages(), value: usage && numberFormat(usage.messages) },
  { label: m.platform_last_sign_in(), value: usage && lastSignInText(usage) },
  { label: m.platform_created(), value: calendarDate(company.createdAt) },
  { label: m.platform_deleted_at(), value: company.deletedAt && calendarDate(company.deletedAt) },
];
