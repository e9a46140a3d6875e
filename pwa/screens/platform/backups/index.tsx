import { CircleAlert, CircleCheck, Info } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { keptBackups } from "../../../../contracts/account/backups.ts";
import type { BackupsWire } from "../../../../contracts/wire/backups.ts";
import { serverDate } from "../../../../sync/client/server-clock.ts";
import { fileSize } from "../../../conversation/media/file-check.ts";
import { duration } from "../../../i18n/date-time.ts";
import { moment } from "../../../i18n/full-dates.ts";
import { languageTag } from "../../../i18n/language.ts";
import { numberFormat } from "../../../i18n/number-format.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { zoneName } from "../../../i18n/zone-name.ts";
import { useServerData } from "../../../session/server-data/use-server-data.ts";
import { Notice } from "../../../ui/notice.tsx";
import { NotRead } from "../../lists/index.ts";
import { Card } from "../../settings/parts/card.tsx";
import { ageText, backupStatus, readBackups } from "./backup-text.ts";

const REFRESH_MS = 30_000;

/** Shows the plan of daily backups, the age of the newest one, and how the last one went. */
export function BackupsTab() {
  const backups = useServerData("/backups", readBackups);
  const { again, data } = backups;
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === "visible" && again(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [again]);
  if (!data) return <NotRead data={backups} />;
  const { tone, text } = backupStatus(data, serverDate());
  const Icon = { danger: CircleAlert, warn: CircleAlert, info: Info, success: CircleCheck }[tone];
  return (
    <>
      <Notice tone={tone} icon={<Icon aria-hidden="true" size={16} />}>
        {text}
      </Notice>
      {(data.isPlanned || data.newestAt) && <Facts backups={data} />}
    </>
  );
}

function Facts({ backups: { isPlanned, newestAt, at, timeZone, folder, kept, last } }: { backups: BackupsWire }) {
  return (
    <Card title={m.platform_backups()}>
      <dl className="flex flex-col">
        <Fact label={m.platform_backups_newest()}>
          {newestAt ? `${moment(newestAt)} (${ageText(newestAt, serverDate())})` : m.platform_backups_none()}
        </Fact>
        {isPlanned && at && (
          <Fact label={m.platform_backups_when()}>
            {m.platform_backups_daily({ time: at, zone: zoneName(timeZone) })}
          </Fact>
        )}
        <Fact label={m.platform_backups_kept()}>
          {m.platform_backups_kept_rule({ count: numberFormat(kept), ...keptBackups })}
        </Fact>
        {last && <Fact label={m.platform_backups_took()}>{duration(last.durationMs / 1_000)}</Fact>}
        {last?.bytes != null && <Fact label={m.platform_backups_size()}>{fileSize(last.bytes, languageTag())}</Fact>}
        {last?.rows != null && (
          <Fact label={m.platform_backups_contents()}>
            {m.platform_backups_counts({
              rows: numberFormat(last.rows),
              files: numberFormat(last.files ?? 0),
              linked: numberFormat(last.linked ?? 0),
            })}
          </Fact>
        )}
        {folder && <Fact label={m.platform_backups_folder()}>{folder}</Fact>}
      </dl>
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-0.5 border-line px-4 py-2.5 not-last:border-b">
      <dt className="w-40 shrink-0 text-ink-2">{label}</dt>
      <dd className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
