import { Download } from "lucide-react";
import * as v from "valibot";
import { type ConsentEntryWire, ConsentWire } from "../../../../contracts/desk/consent.ts";
import { moment } from "../../../i18n/full-dates.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { apiFetch } from "../../../session/api-fetch.ts";
import { useCall } from "../../../session/server-data/use-call.ts";
import { useServerData } from "../../../session/server-data/use-server-data.ts";
import { ServerNotice } from "../../../session/server-notice.tsx";
import { Button } from "../../../ui/button.tsx";
import { saveBlob } from "../../../ui/save-blob.ts";
import type { KnownContact } from "./use-known-contact.ts";

const read = (answer: unknown) => v.parse(ConsentWire, answer).entries;

/** Lists every change of the contact's consent, newest first, with its export. Only the server has them. */
export function ConsentLedger({ contact }: { contact: KnownContact }) {
  const path = `/contacts/${contact.id}/consent`;
  const found = useServerData(path, read, { version: contact.updatedAt });
  const { busy, failure, call } = useCall();
  async function handleExport() {
    saveBlob(await (await apiFetch(`${path}/export`)).blob(), "consentimento.csv");
  }
  if (!found.data) return <ServerNotice data={found} />;
  return (
    <div className="mt-2">
      <ul className="flex flex-col gap-2 text-xs">
        {found.data.length === 0 && <li className="text-ink-3">{m.consent_history_none()}</li>}
        {found.data.map((entry) => (
          <li key={entry.id}>
            <span className="block font-medium text-ink">
              {entry.state === "out" ? m.consent_entry_out() : m.consent_entry_in()}
            </span>
            <span className="block text-ink-2 [overflow-wrap:anywhere]">{causeOf(entry)}</span>
            <time dateTime={entry.at} className="block text-ink-3 tabular-nums">
              {moment(entry.at)}
            </time>
          </li>
        ))}
      </ul>
      {found.data.length > 0 && (
        <Button
          size="small"
          className="mt-2"
          icon={<Download size={14} />}
          busy={busy !== null && m.consent_export()}
          onClick={() => void call("export", handleExport)}
        >
          {m.consent_export()}
        </Button>
      )}
      {failure && <p className="mt-1 text-danger-ink text-xs">{failure}</p>}
    </div>
  );
}

/** The person's own words, or the user and the reason; with the campaign. */
function causeOf({ source, wording, reason, userName, campaignName }: ConsentEntryWire): string {
  const cause = source === "message" ? [`“${wording}”`] : [userName, reason];
  return [...cause, campaignName && m.tickets_campaign_named({ name: campaignName })].filter(Boolean).join(" · ");
}
