import { useNavigate } from "@tanstack/react-router";
import { CalendarX, RefreshCw, Square } from "lucide-react";
import { useState } from "react";
import { TIME_ZONE_KEY } from "../../../../contracts/account/settings.ts";
import { localMinute } from "../../../../contracts/local-time.ts";
import { serverDate } from "../../../../sync/client/server-clock.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useSyncStatus } from "../../../session/desk.tsx";
import { DirectoryProvider, useDirectory } from "../../../session/directory.tsx";
import { useServerData } from "../../../session/server-data/use-server-data.ts";
import { useUser } from "../../../session/use-session.ts";
import { useSettings } from "../../../session/use-setting.ts";
import { Button } from "../../../ui/button.tsx";
import { usePhone } from "../../../ui/hooks/use-phone.ts";
import { Dialog } from "../../../ui/layers/dialog.tsx";
import { Skeleton } from "../../../ui/lists/skeleton.tsx";
import { toast } from "../../../ui/toasts/toast.tsx";
import { NotRead } from "../../lists/index.ts";
import { readCampaign } from "../parts/campaign-calls.ts";
import { draftsOf } from "../parts/campaign-drafts.ts";
import { CampaignStatus } from "../parts/campaign-look.tsx";
import { useCampaignSettings } from "../parts/campaign-settings.ts";
import type { Campaign } from "../parts/campaign-wire.ts";
import { StopDialog, UnscheduleDialog } from "../parts/stop-dialogs.tsx";
import { usePicture } from "../parts/use-picture.ts";
import { AttachButton, AttachedFile } from "./campaign-file.tsx";
import { DryRunStrip } from "./dry-run-strip.tsx";
import { EditorNotices } from "./editor-notices.tsx";
import { GeneralFields } from "./general-fields.tsx";
import { MessageTabs } from "./message-tabs.tsx";
import { SendingFields } from "./sending-fields.tsx";
import { type CampaignStart, useCampaignEditor } from "./use-campaign-editor.ts";

type CampaignDialogProps = {
  /** Null: a new campaign. */
  campaignId: string | null;
  onSaved?: () => void;
  onClose: () => void;
};

/** Edits a campaign, or shows one that cannot be changed. Without a network it shows this device's draft. */
export function CampaignDialog({ campaignId, onSaved, onClose }: CampaignDialogProps) {
  const drafts = draftsOf(useUser().id);
  const [draft] = useState(() => drafts.of(campaignId));
  const campaign = useServerData(campaignId && `/campaigns/${campaignId}`, readCampaign, {
    changesWith: ["campaigns"],
  });
  const settings = useCampaignSettings();
  const isWaiting = campaignId !== null && !campaign.data;
  if (isWaiting && !(draft && campaign.state === "offline"))
    return (
      <Dialog open onClose={onClose} title={m.campaigns_edit_title()} size="large">
        {campaign.state === "loading" ? (
          <Skeleton className="h-80 w-full" />
        ) : (
          <NotRead
            data={campaign}
            offlineTitle={m.campaigns_offline_title()}
            offlineText={m.campaigns_offline_text()}
          />
        )}
      </Dialog>
    );
  return (
    <DirectoryProvider>
      <Editor
        campaign={campaign.data}
        campaignId={campaignId}
        draft={campaign.data?.isEditable === false ? null : draft}
        drafts={drafts}
        variables={settings.data?.variables ?? null}
        again={campaign.again}
        onSaved={onSaved}
        onClose={onClose}
      />
    </DirectoryProvider>
  );
}

type Question = "stop" | "unschedule";
type EditorProps = CampaignStart & Omit<CampaignDialogProps, "campaignId">;

function Editor(props: EditorProps) {
  const { campaign, variables, again, onSaved, onClose } = props;
  const { linkUp } = useSyncStatus();
  const { connections } = useDirectory();
  const timeZone = useSettings()[TIME_ZONE_KEY];
  const navigate = useNavigate();
  const editor = useCampaignEditor(props);
  const { id, form, file } = editor;
  const [asks, setAsks] = useState<Question | null>(null);
  const isReadOnly = campaign?.isEditable === false;
  const { scheduledAt, connectionIds } = form.values;
  const fileName = file?.name ?? campaign?.mediaName ?? null;
  const picture = usePicture(campaign, file);
  const isPhone = usePhone();
  const attach = !fileName && !isReadOnly && <AttachButton onFile={editor.setFile} />;

  async function handleSave(thenPreview: boolean) {
    const saved = await editor.save();
    if (!saved) return;
    toast.success(saved.awaitsConfirmation ? m.campaigns_saved_unconfirmed() : m.campaigns_saved());
    onSaved?.();
    onClose();
    if (thenPreview || saved.awaitsConfirmation) openPreview(saved.id);
  }
  const openPreview = (campaignId: string) =>
    void navigate({ to: "/campaign/$campaignId/preview", params: { campaignId } });

  return (
    <Dialog
      open
      onClose={onClose}
      title={titleOf(id, isReadOnly)}
      headEnd={campaign && <CampaignStatus status={campaign.status} className="h-6" />}
      size="large"
      footer={
        <>
          <span className="mr-auto flex min-w-0 flex-wrap items-center gap-2 text-ink-3 text-xs">
            {!isPhone && attach}
            <span className="max-sm:hidden">{footText(campaign, editor.isDirty && editor.isKept)}</span>
          </span>
          <StatusButton
            campaign={campaign}
            disabled={!linkUp}
            onAsk={setAsks}
            onRestart={() => campaign && openPreview(campaign.id)}
          />
          <Button onClick={onClose}>{m.ui_close()}</Button>
          {!isReadOnly && <SaveButton isBusy={form.isBusy} disabled={!linkUp} onSave={() => void handleSave(false)} />}
        </>
      }
    >
      <form
        className="flex flex-col gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (linkUp && !isReadOnly) void handleSave(false);
        }}
      >
        <EditorNotices campaign={campaign} editor={editor} />
        <GeneralFields form={form} disabled={isReadOnly} hasStarted={Boolean(campaign?.startedAt)} />
        <SendingFields form={form} disabled={isReadOnly} />
        <MessageTabs
          form={form}
          variables={variables}
          disabled={isReadOnly}
          sendsAt={scheduledAt || localMinute(serverDate(), timeZone)}
          connectionName={connections.get(connectionIds[0] ?? "")?.name ?? ""}
          fileName={fileName}
          picture={picture}
        />
        {isPhone && attach && <div>{attach}</div>}
        {fileName && (
          <AttachedFile
            name={fileName}
            campaignId={file ? null : id}
            disabled={isReadOnly || (!file && !linkUp)}
            onRemoved={() => (file ? editor.setFile(null) : again())}
          />
        )}
        {!isReadOnly && !campaign?.startedAt && (
          <DryRunStrip
            campaignId={id}
            isDirty={editor.isDirty}
            disabled={!linkUp || form.isBusy}
            onSave={() => void handleSave(true)}
            onOpen={() => id && openPreview(id)}
          />
        )}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
      {asks === "stop" && campaign && <StopDialog campaign={campaign} onDone={again} onClose={() => setAsks(null)} />}
      {asks === "unschedule" && campaign && (
        <UnscheduleDialog campaign={campaign} onDone={again} onClose={() => setAsks(null)} />
      )}
    </Dialog>
  );
}

function titleOf(id: string | null, isReadOnly: boolean): string {
  if (isReadOnly) return m.campaigns_view_title();
  return id ? m.campaigns_edit_title() : m.campaigns_new_title();
}

function footText(campaign: Campaign | null, isKept: boolean): string | null {
  if (isKept) return m.campaigns_draft_kept();
  return campaign?.status === "scheduled" && campaign.isEditable ? m.campaigns_edit_until() : null;
}

type SaveButtonProps = { isBusy: boolean; disabled: boolean; onSave: () => void };

function SaveButton({ isBusy, disabled, onSave }: SaveButtonProps) {
  return (
    <Button kind="primary" busy={isBusy && m.ui_saving()} disabled={disabled} onClick={onSave}>
      {m.ui_save()}
    </Button>
  );
}

type StatusButtonProps = {
  campaign: Campaign | null;
  disabled: boolean;
  onAsk: (question: Question) => void;
  /** Opens the dry run, from which it is restarted. */
  onRestart: () => void;
};

/** Draws the button that stops a running campaign, restarts a stopped one, or takes away a start that is near. */
function StatusButton({ campaign, disabled, onAsk, onRestart }: StatusButtonProps) {
  if (campaign?.status === "running")
    return (
      <Button icon={<Square aria-hidden="true" size={14} />} disabled={disabled} onClick={() => onAsk("stop")}>
        {m.campaigns_stop()}
      </Button>
    );
  if (campaign?.status === "cancelled")
    return (
      <Button icon={<RefreshCw aria-hidden="true" size={15} />} disabled={disabled} onClick={onRestart}>
        {m.campaigns_restart()}
      </Button>
    );
  if (campaign?.status === "scheduled" && !campaign.isEditable)
    return (
      <Button icon={<CalendarX aria-hidden="true" size={15} />} disabled={disabled} onClick={() => onAsk("unschedule")}>
        {m.campaigns_unschedule()}
      </Button>
    );
  return null;
}
