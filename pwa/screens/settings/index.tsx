import { WifiOff } from "lucide-react";
import { Suspense, useState } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { useDeskUser, useSyncStatus } from "../../session/desk.tsx";
import { useSettings } from "../../session/use-setting.ts";
import { usePage } from "../../shell/page.ts";
import { Notice } from "../../ui/notice.tsx";
import { PageBody, PageHead } from "../../ui/page-head.tsx";
import { type TabItem, Tabs } from "../../ui/tabs.tsx";
import {
  PlatformTab,
  type PlatformTabName,
  platformTabNames,
  platformTabs,
  usePlatformTabs,
} from "../platform/parts/platform-tabs.tsx";
import { CompanyHours } from "./company-hours.tsx";
import { Options } from "./options-tab.tsx";

type SettingsTab = "options" | "hours" | PlatformTabName;

const tabNames: Record<SettingsTab, () => string> = {
  options: m.settings_tab_options,
  hours: m.settings_tab_hours,
  ...platformTabNames,
};

/** Edits the company's settings; super users also edit the platform's companies, plans and help videos here, and see its backups. */
export function SettingsScreen() {
  usePage(m.settings_title());
  const { linkUp } = useSyncStatus();
  const { scheduleType } = useSettings();
  const isSuper = useDeskUser().super;
  const [wanted, setChosen] = useState<SettingsTab>("options");
  const platform = usePlatformTabs(setChosen);
  const ids: SettingsTab[] = ["options"];
  if (scheduleType === "company") ids.push("hours");
  if (isSuper) ids.push(...platformTabs);
  const tabs: TabItem<SettingsTab>[] = ids.map((id) => ({ id, label: tabNames[id]() }));
  const chosen = ids.includes(wanted) ? wanted : "options";
  const isOwn = chosen === "options" || chosen === "hours";
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
            platform.leaveCompany();
            setChosen(id);
          }}
          className="-mx-6 mb-4 px-4 max-sm:-mx-4 max-sm:px-2"
          panelClassName="flex flex-col gap-4"
        >
          {chosen === "options" && <Options disabled={!linkUp} />}
          {chosen === "hours" && <CompanyHours disabled={!linkUp} />}
          {chosen !== "options" && chosen !== "hours" && (
            <Suspense fallback={null}>
              <PlatformTab name={chosen} {...platform} />
            </Suspense>
          )}
        </Tabs>
      ) : (
        <Options disabled={!linkUp} />
      )}
    </PageBody>
  );
}
