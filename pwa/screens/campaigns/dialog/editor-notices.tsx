import { Clock, WifiOff } from "lucide-react";
import { EDIT_UNTIL_MS } from "../../../../contracts/marketing/campaigns.ts";
import { serverNow } from "../../../../sync/client/server-clock.ts";
import { moment } from "../../../i18n/full-dates.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useSyncStatus } from "../../../session/desk.tsx";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import type { CampaignDraft } from "../parts/campaign-drafts.ts";
import { statusLooks } from "../parts/campaign-look.tsx";
import type { Campaign } from "../parts/campaign-wire.ts";
import type { CampaignEditor } from "./use-campaign-editor.ts";

/** Says what the user must know before editing: offline, a draft, a refusal, or why nothing can be changed. */
export function EditorNotices({ campaign, editor }: { campaign: Campaign | null; editor: CampaignEditor }) {
  const { linkUp } = useSyncStatus();
  const { form, draft, fileFailure, isKept, wasCancelled, discard } = editor;
  const textProblem = form.problems.messages ?? form.problems.confirmationMessages;
  return (
    <>
      {!linkUp && (
        <Notice tone="warn" icon={<WifiOff aria-hidden="true" size={16} />}>
          {m.campaigns_draft_offline()}
        </Notice>
      )}
      {campaign?.isEditable === false && <Notice tone="info">{readOnlyText(campaign)}</Notice>}
      {wasCancelled && <Notice tone="warn">{m.campaigns_cancelled_meanwhile()}</Notice>}
      {draft && <DraftNotice draft={draft} campaign={campaign} onDiscard={discard} />}
      {!isKept && <Notice tone="danger">{m.campaigns_draft_not_kept()}</Notice>}
      {form.failure && <Notice tone="danger">{form.failure}</Notice>}
      {fileFailure && <Notice tone="danger">{fileFailure}</Notice>}
      {textProblem && <Notice tone="danger">{textProblem}</Notice>}
    </>
  );
}

type DraftNoticeProps = { draft: CampaignDraft; campaign: Campaign | null; onDiscard: () => void };

function DraftNotice({ draft, campaign, onDiscard }: DraftNoticeProps) {
  const at = moment(draft.at);
  const isOlder = campaign !== null && draft.basedOn !== null && campaign.updatedAt !== draft.basedOn;
  return (
    <div
      role="status"
      className="is-queued flex flex-wrap items-center gap-x-2.5 gap-y-2 rounded-lg border-[1.5px] border-queued-line border-dashed px-3 py-2 text-sm"
    >
      <Clock aria-hidden="true" size={15} className="shrink-0 text-ink-3" />
      <span className="min-w-48 flex-1">
        {isOlder ? m.campaigns_draft_older({ at }) : m.campaigns_draft_notice({ at })}
        {draft.fileName && ` ${m.campaigns_draft_file({ name: draft.fileName })}`}
      </span>
      <Button size="small" onClick={onDiscard}>
        {m.ui_discard()}
      </Button>
    </div>
  );
}

function readOnlyText({ status, scheduledAt }: Campaign, now = serverNow()): string {
  const isSoon = status === "scheduled" && scheduledAt && Date.parse(scheduledAt) - now <= EDIT_UNTIL_MS;
  return isSoon ? m.campaigns_view_soon() : m.campaigns_view_text({ status: statusLooks[status].label() });
}
