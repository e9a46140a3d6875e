import * as v from "valibot";
import {
  addRecurrence,
  CompanyInput,
  dueDayOf,
  FirstAdmin,
  localDay,
  planKinds,
  type Recurrence,
} from "../../../../contracts/account/companies.ts";
import { NewPassword } from "../../../../contracts/account/passwords.ts";
import { CompanyListWire } from "../../../../contracts/wire/companies.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { maskTypedPhone } from "../../../i18n/phone-number.ts";
import { checkBy, type Problems } from "../../lists/form-problems.ts";
import { passwordTexts } from "../../lists/password-texts.ts";

/** A company, as the tab shows it. */
export const Company = CompanyListWire;
export type Company = CompanyListWire;

export const hasCampaigns = ({ settings }: Company): boolean =>
  settings.some(({ key, value }) => key === "campaignsEnabled" && value === "true");

/** The values of the form. Limits are texts, as typed; empty: the plan's limit. */
export type CompanyForm = {
  name: string;
  email: string;
  phone: string;
  planId: string | null;
  isActive: boolean;
  campaignsEnabled: boolean;
  /** "YYYY-MM-DD"; empty: a new company's trial. */
  dueDate: string;
  recurrence: Recurrence;
  usersLimit: string;
  connectionsLimit: string;
  queuesLimit: string;
  storageGbLimit: string;
  /** The first admin of a new company. */
  adminName: string;
  adminEmail: string;
  adminPassword: string;
};

const limitText = (limit: number | null | undefined) => (limit === null || limit === undefined ? "" : String(limit));

export const companyForm = (company: Company | null): CompanyForm => ({
  name: company?.name ?? "",
  email: company?.email ?? "",
  phone: maskTypedPhone(company?.phone ?? ""),
  planId: company?.planId ?? null,
  isActive: company?.status ?? true,
  campaignsEnabled: company ? hasCampaigns(company) : false,
  dueDate: company?.dueDay.date ?? "",
  recurrence: company?.recurrence ?? "MENSAL",
  usersLimit: limitText(company?.usersLimit),
  connectionsLimit: limitText(company?.connectionsLimit),
  queuesLimit: limitText(company?.queuesLimit),
  storageGbLimit: limitText(company?.storageGbLimit),
  adminName: "",
  adminEmail: "",
  adminPassword: "",
});

const { name, email, phone, usersLimit, dueDate } = CompanyInput.entries;
const LimitText = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^\d*$/),
  v.transform((text) => (text === "" ? null : Number(text))),
  usersLimit.wrapped,
);
const common = {
  name,
  email,
  phone,
  dueDate: v.pipe(
    v.string(),
    v.transform((day) => day || null),
    dueDate.wrapped,
  ),
  usersLimit: LimitText,
  connectionsLimit: LimitText,
  queuesLimit: LimitText,
  storageGbLimit: LimitText,
};
const Change = v.object(common);
const New = v.object({
  ...common,
  adminName: FirstAdmin.entries.name,
  adminEmail: FirstAdmin.entries.email,
  adminPassword: v.union([v.literal(""), NewPassword]),
});

const limit = { regex: m.platform_limit_wrong, max_value: m.platform_limit_wrong };
const limits = { usersLimit: limit, connectionsLimit: limit, queuesLimit: limit, storageGbLimit: limit };
const changeProblems = checkBy<CompanyForm>(Change, limits);
const newProblems = checkBy<CompanyForm>(New, { ...limits, adminPassword: passwordTexts });

export const companyProblems =
  (company: Company | null) =>
  (form: CompanyForm): Problems<CompanyForm> =>
    company ? changeProblems(form) : newProblems(form);

/** The due date one recurrence later. Without a date, counted from today. */
export function nextDueDate(form: CompanyForm, company: Company | null, now: Date): string {
  if (!form.dueDate) return addRecurrence(localDay(now, company?.timeZone ?? "America/Sao_Paulo"), form.recurrence);
  return addRecurrence(form.dueDate, form.recurrence, dueDayOf(form.dueDate, company?.dueDay.keeps));
}

const fields = ["name", "email", "phone", "planId", "campaignsEnabled", "recurrence"] as const;

/**
 * Returns the body of a creation or a change. A change contains only what was changed: a payment may have moved the
 * due date since the form was opened.
 */
export function companyToWire(form: CompanyForm, company: Company | null): Record<string, unknown> {
  const values = v.parse(Change, form);
  const all = {
    ...Object.fromEntries(fields.map((field) => [field, form[field]])),
    ...values,
    status: form.isActive,
  };
  if (!company) {
    const { adminName, adminEmail, adminPassword } = form;
    return { ...all, admin: { name: adminName.trim(), email: adminEmail.trim(), password: adminPassword } };
  }
  const before = companyForm(company);
  const isSame = (field: keyof CompanyForm) => form[field] === before[field];
  const kept = new Set<string>([...fields, ...planKinds.map((kind) => `${kind}Limit` as const)].filter(isSame));
  if (isSame("dueDate")) kept.add("dueDate");
  if (isSame("isActive")) kept.add("status");
  const changed = Object.entries(all).filter(([field]) => !kept.has(field));
  return { id: company.id, name: values.name, ...Object.fromEntries(changed) };
}
