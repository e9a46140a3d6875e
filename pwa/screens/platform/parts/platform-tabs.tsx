import { useState } from "react";
import { m } from "../../../i18n/paraglide/messages.js";
import { lazyPart } from "../../../ui/on-demand.tsx";

type CompanyName = { id: string; name: string };
const CompaniesTab = lazyPart(async () => (await import("../companies/index.tsx")).CompaniesTab);
const PlansTab = lazyPart(async () => (await import("../plans/index.tsx")).PlansTab);
const HelpsTab = lazyPart(async () => (await import("../helps/index.tsx")).HelpsTab);
const AuditTab = lazyPart(async () => (await import("../audit/index.tsx")).AuditTab);
const BackupsTab = lazyPart(async () => (await import("../backups/index.tsx")).BackupsTab);

/** The tabs of the platform's owner (super users), in the order of the screen. */
export const platformTabs = ["companies", "plans", "helps", "audit", "backups"] as const;
export type PlatformTabName = (typeof platformTabs)[number];

export const platformTabNames: Record<PlatformTabName, () => string> = {
  companies: m.platform_companies,
  plans: m.platform_plans,
  helps: m.platform_helps,
  audit: m.platform_audit,
  backups: m.platform_backups,
};

/** Returns what the tabs share: the company whose audit log is open; null: the log of all companies. */
export function usePlatformTabs(open: (tab: PlatformTabName) => void) {
  const [auditOf, setAuditOf] = useState<CompanyName | null>(null);
  const leaveCompany = () => setAuditOf(null);
  const showHistory = ({ id, name }: CompanyName) => {
    setAuditOf({ id, name });
    open("audit");
  };
  return { auditOf, leaveCompany, showHistory };
}

type PlatformTabProps = { name: PlatformTabName } & ReturnType<typeof usePlatformTabs>;

/** Shows one tab of the platform's owner. */
export function PlatformTab({ name, auditOf, leaveCompany, showHistory }: PlatformTabProps) {
  switch (name) {
    case "companies":
      return <CompaniesTab onHistory={showHistory} />;
    case "plans":
      return <PlansTab />;
    case "helps":
      return <HelpsTab />;
    case "audit":
      return <AuditTab key={auditOf?.id ?? "all"} company={auditOf} onAll={leaveCompany} />;
    case "backups":
      return <BackupsTab />;
  }
}
