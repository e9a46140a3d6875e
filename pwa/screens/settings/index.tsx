import { WifiOff } from "lucide-react";
import { Suspense, useState } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { useDeskUser, useSyncStatus } from "../../session/desk.tsx";
import { useSettings } from "../../session/use-setting.ts";
import { usePage } from "../../shell/page.ts";
import { Notice } from "../../ui/notice.tsx";
import { lazyPart } from "../../ui/on-demand.tsx";
import { PageBody, PageHead } from "../../ui/page-head.tsx";
import { type TabItem, Tabs } from "../../ui/tabs.tsx";
import { CompanyHours } from "./company-hours.tsx";
import { Options } from "./options-tab.tsx";

type CompanyName = { id: string; name: string };
const CompaniesTab = lazyPart(async () => (await import("./platform/companies/index.tsx")).CompaniesTab);
const PlansTab = lazyPart(async () => (await import("./platform/plans/index.tsx")).PlansTab);
const HelpsTab = lazyPart(async () => (await import("./platform/helps/index.tsx")).HelpsTab);
const AuditTab = lazyPart(async () => (await import("./platform/audit/index.tsx")).AuditTab);
const BackupsTab = lazyPart(async () => (await import("./platform/backups/index.tsx")).BackupsTab);

type SettingsTab = "options" | "hours" | PlatformTab;
const platformTabs = ["companies", "plans", "helps", "audit", "backups"] as const;
type PlatformTab = (typeof platformTabs)[number];

const tabNames: Record<SettingsTab, () => string> = {
  options: m.settings_tab_options,
  hours: m.settings_tab_hours,
  companies: m.platform_companies,
  plans: m.platform_plans,
  helps: m.platform_helps,
  audit: m.platform_audit,
  backups: m.platform_backups,
};

/** Edits the company's settings; super users also edit the platform's companies, plans and help videos here, and see its backups. */
export function SettingsScreen() {
  usePage(m.settings_title());
  const { linkUp } = useSyncStatus();
  const { scheduleType } = useSettings();
  const isSuper = useDeskUser().super;
  const [wanted, setChosen] = useState<SettingsTab>("options");
  const [auditOf, setAuditOf] = useState<CompanyName | null>(null);
  const ids: SettingsTab[] = ["options"];
  if (scheduleType === "company") ids.push("hours");
  if (isSuper) ids.push(...platformTabs);
  const tabs: TabItem<SettingsTab>[] = ids.map((id) => ({ id, label: tabNames[id]() }));
  const chosen = ids.includes(wanted) ? wanted : "options";
  const isOwn = chosen === "options" || chosen === "hours";
  const panel = {
    options: () => <Options disabled={!linkUp} />,
    hours: () => <CompanyHours disabled={!linkUp} />,
    companies: () => (
      <CompaniesTab
        onHistory={({ id, name }) => {
          setAuditOf({ id, name });
          setChosen("audit");
        }}
      />
    ),
    plans: () => <PlansTab />,
    helps: () => <HelpsTab />,
    audit: () => <AuditTab key={auditOf?.id ?? "all"} company={auditOf} onAll={() => setAuditOf(null)} />,
    backups: () => <BackupsTab />,
  }[chosen];
  return (
    <PageBody>
      <PageHead title={m.settings_title()} />
      {!linkUp && isOwn && (
        <Notice tone="warn" icon={<WifiOff aria-hidden="true" size={16} />} className="mb-3.5">
          {m.lists_offline()}
        </Notice>
      )}
      {tabs.length > 1 ? (
        <Tabs
          label={m.settings_title()}
          items={tabs}
          value={chosen}
          onChange={(id) => {
            setAuditOf(null);
            setChosen(id);
          }}
          className="-mx-6 mb-4 px-4 max-sm:-mx-4 max-sm:px-2"
          panelClassName="flex flex-col gap-4"
        >
          <Suspense fallback={null}>{panel()}</Suspense>
        </Tabs>
      ) : (
        <Options disabled={!linkUp} />
      )}
    </PageBody>
  );
}
