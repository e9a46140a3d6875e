import * as v from "valibot";
import type { AuditAction, AuditValue } from "../../../../contracts/account/audit.ts";
import { brl } from "../../../../contracts/money.ts";
import { type AuditEntryWire, AuditPageWire } from "../../../../contracts/wire/audit.ts";
import { calendarDate } from "../../../i18n/calendar-date.ts";
import { languageTag } from "../../../i18n/language.ts";
import { numberFormat } from "../../../i18n/number-format.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import type { ListPage } from "../../lists/index.ts";
import { dayText } from "../companies/due-text.ts";

export type AuditEntry = v.InferOutput<typeof AuditEntryWire>;
export function auditPage(answer: unknown): ListPage<AuditEntry> {
  const { entries, hasMore } = v.parse(AuditPageWire, answer);
  return { rows: entries, hasMore };
}

type Named = (inputs: { name: string }) => string;
const sentences: Record<AuditAction, Named> = {
  "company.created": m.platform_audit_company_created,
  "company.signedUp": m.platform_audit_company_signed_up,
  "company.changed": m.platform_audit_company_changed,
  "company.deleted": m.platform_audit_company_deleted,
  "company.restored": m.platform_audit_company_restored,
  "company.removed": () => m.platform_audit_company_removed(),
  "user.changed": m.platform_audit_user_changed,
  "plan.created": m.platform_audit_plan_created,
  "plan.changed": m.platform_audit_plan_changed,
  "plan.deleted": m.platform_audit_plan_deleted,
  "help.created": m.platform_audit_help_created,
  "help.changed": m.platform_audit_help_changed,
  "help.deleted": m.platform_audit_help_deleted,
  "announcement.created": m.announcements_audit_created,
  "announcement.changed": m.announcements_audit_changed,
  "announcement.deleted": m.announcements_audit_deleted,
  "invoice.created": m.platform_audit_invoice_created,
  "invoice.changed": m.platform_audit_invoice_changed,
  "invoice.paid": m.platform_audit_invoice_paid,
  "invoice.voided": m.platform_audit_invoice_voided,
  "payment.dismissed": m.platform_audit_payment_dismissed,
};

/** "Mudou a empresa Padaria Trigo Bom". */
export const actionText = ({ action, subject }: AuditEntry): string => sentences[action]({ name: subject.name });

/** Returns who did it; a change without a user comes from a job, a payment or a sign-up. */
export const actorText = ({ user }: AuditEntry): string => user?.name ?? m.platform_audit_system();

type Field = { label: () => string; text?: (value: Exclude<AuditValue, null>) => string };
const day = (value: unknown) =>
  /^\d{4}-\d{2}-\d{2}$/.test(String(value)) ? dayText(String(value)) : calendarDate(String(value));
const money = (value: unknown) => brl(Number(value), languageTag());
const campaigns = (value: unknown) =>
  String(value) === "true" ? m.platform_campaigns_on() : m.platform_campaigns_off();

const priorities: Record<string, () => string> = {
  1: m.announcements_priority_1,
  2: m.announcements_priority_2,
  3: m.announcements_priority_3,
};
const priority = (value: unknown) => priorities[String(value)]?.() ?? String(value);

const fields: Record<string, Field> = {
  name: { label: m.platform_name },
  email: { label: m.platform_email },
  phone: { label: m.platform_phone },
  plan: { label: m.platform_plan },
  isActive: { label: m.platform_status },
  campaignsEnabled: { label: m.platform_campaigns, text: campaigns },
  dueDate: { label: m.platform_due, text: day },
  dueDay: { label: m.platform_due_day },
  recurrence: { label: m.platform_recurrence },
  usersLimit: { label: m.platform_audit_users_limit },
  connectionsLimit: { label: m.platform_audit_connections_limit },
  queuesLimit: { label: m.platform_audit_queues_limit },
  storageGbLimit: { label: m.platform_audit_storage_limit },
  users: { label: m.platform_users },
  connections: { label: m.platform_connections },
  queues: { label: m.platform_queues },
  storageGb: { label: m.platform_storage },
  valueCents: { label: m.platform_value, text: money },
  amountCents: { label: m.platform_value, text: money },
  isPublic: { label: m.platform_public },
  title: { label: m.platform_title },
  video: { label: m.platform_video_column },
  description: { label: m.platform_description },
  text: { label: m.announcements_audit_text },
  picture: { label: m.announcements_audit_picture },
  priority: { label: m.announcements_col_priority, text: priority },
  deletedAt: { label: m.platform_deleted_at, text: day },
  trialEndsAt: { label: m.platform_audit_trial, text: day },
  paidAt: { label: m.platform_audit_paid_at, text: day },
  paidWith: { label: m.platform_audit_paid_with },
  provider: { label: m.platform_audit_paid_with },
  status: { label: m.platform_status },
  state: { label: m.platform_status },
};

function plainText(value: Exclude<AuditValue, null>): string {
  if (typeof value === "boolean") return value ? m.platform_yes() : m.platform_no();
  return typeof value === "number" ? numberFormat(value) : value || m.platform_audit_empty();
}

export type ChangeText = { field: string; label: string; before: string; after: string };

/** Returns the changes in words. A creation has no value before. */
export const changeTexts = ({ changes }: AuditEntry): ChangeText[] =>
  Object.entries(changes).map(([field, [before, after]]) => {
    const { label, text } = fields[field] ?? { label: () => field };
    const words = (value: AuditValue) =>
      value === null ? m.platform_audit_empty() : (text?.(value) ?? plainText(value));
    return { field, label: label(), before: words(before), after: words(after) };
  });
