import { WifiOff } from "lucide-react";
import { useState } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { useSyncStatus } from "../../session/desk.tsx";
import { useSettings } from "../../session/use-setting.ts";
import { usePage } from "../../shell/page.ts";
import { Notice } from "../../ui/notice.tsx";
import { PageBody, PageHead } from "../../ui/page-head.tsx";
import { type TabItem, Tabs } from "../../ui/tabs.tsx";
import { CompanyHours } from "./company-hours.tsx";
import { Options } from "./options-tab.tsx";

type SettingsTab = "options" | "hours";

/** Edits the company's settings; changes go to the server and need a network. */
export function SettingsScreen() {
  usePage(m.settings_title());
  const { linkUp } = useSyncStatus();
  const { scheduleType } = useSettings();
  const [chosen, setChosen] = useState<SettingsTab>("options");
  const hasHours = scheduleType === "company";
  const tabs: TabItem<SettingsTab>[] = [
    { id: "options", label: m.settings_tab_options() },
    { id: "hours", label: m.settings_tab_hours() },
  ];
  return (
    <PageBody>
      <PageHead title={m.settings_title()} />
      {!linkUp && (
        <Notice tone="warn" icon={<WifiOff aria-hidden="true" size={16} />} className="mb-3.5">
          {m.lists_offline()}
        </Notice>
      )}
      {hasHours ? (
        <Tabs
          label={m.settings_title()}
          items={tabs}
          value={chosen}
          onChange={setChosen}
          className="-mx-6 mb-4 px-4 max-sm:-mx-4 max-sm:px-2"
        >
          {chosen === "options" ? <Options disabled={!linkUp} /> : <CompanyHours disabled={!linkUp} />}
        </Tabs>
      ) : (
        <Options disabled={!linkUp} />
      )}
    </PageBody>
  );
}
