import { useEffect, useEffectEvent, useRef, useState } from "react";
import { TIME_ZONE_KEY } from "../../../../contracts/account/settings.ts";
import type { CampaignVariable } from "../../../../contracts/marketing/campaigns.ts";
import { serverDate } from "../../../../sync/client/server-clock.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { failureText } from "../../../session/failure-text.ts";
import { useSettings } from "../../../session/use-setting.ts";
import { onHide } from "../../../ui/layers/on-hide.ts";
import { useForm } from "../../lists/index.ts";
import { campaignCalls } from "../parts/campaign-calls.ts";
import type { CampaignDraft, CampaignDrafts } from "../parts/campaign-drafts.ts";
import { type CampaignForm, campaignProblems, campaignRefusal, formOf, newCampaign } from "../parts/campaign-form.ts";
import type { Campaign } from "../parts/campaign-wire.ts";

const KEEP_AFTER_MS = 400;

export type CampaignStart = {
  /** The campaign as the server has it; null: new, or the server cannot be reached. */
  campaign: Campaign | null;
  campaignId: string | null;
  draft: CampaignDraft | null;
  drafts: CampaignDrafts;
  variables: readonly CampaignVariable[] | null;
  /** Loads the campaign again after its file has changed. */
  again: () => void;
};

/** Holds the dialog's form, its draft on this device and its file, and saves them. */
export function useCampaignEditor({ campaign, campaignId, draft, drafts, variables, again }: CampaignStart) {
  const [id, setId] = useState(campaignId);
  /** The same id for a save that continues after a render. */
  const savedAs = useRef(campaignId);
  /** The last save stored a start time that a user has to confirm in the dry run. */
  const awaitsConfirmation = useRef(false);
  const timeZone = useSettings()[TIME_ZONE_KEY];
  const [saved, setSaved] = useState<CampaignForm>(() => (campaign ? formOf(campaign) : newCampaign()));
  const [basedOn] = useState(campaign?.updatedAt ?? draft?.basedOn ?? null);
  const [shownDraft, setShownDraft] = useState(draft);
  const [file, setFile] = useState<File | null>(null);
  const [fileFailure, setFileFailure] = useState<string | null>(null);
  const [isKept, setKept] = useState(true);
  const isDone = useRef(false);
  const [openedAs] = useState(campaign?.status ?? null);

  const form = useForm<CampaignForm>({
    start: draft?.form ?? saved,
    check: (values) => campaignProblems(values, variables, { now: serverDate(), timeZone, kept: keptStart(campaign) }),
    refused: campaignRefusal,
    save: async (values) => {
      const known = savedAs.current;
      const stored = await (known ? campaignCalls.change(known, values) : campaignCalls.create(values));
      savedAs.current = stored.id;
      awaitsConfirmation.current = values.scheduledAt !== "" && !campaign?.startedAt && !stored.isScheduled;
      setId(stored.id);
      setSaved(values);
    },
  });
  const isDirty = file !== null || JSON.stringify(form.values) !== JSON.stringify(saved);

  const keep = useEffectEvent(() => {
    if (isDone.current) return;
    if (!isDirty) {
      if (campaign?.isEditable === false) return;
      if (drafts.of(id)) drafts.remove(id);
      return;
    }
    const at = serverDate().toISOString();
    setKept(drafts.put({ campaignId: id, form: form.values, fileName: file?.name ?? null, basedOn, at }));
  });
  const { values } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the values starts the delay again
  useEffect(() => {
    const timer = setTimeout(() => keep(), KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [values, file]);
  useEffect(() => {
    const stopListening = onHide(() => keep());
    return () => {
      stopListening();
      keep();
    };
  }, []);

  /**
   * Resolves with the campaign's id once everything is saved, and whether its start time awaits a confirmation; null when
   * something was refused.
   */
  async function save(): Promise<{ id: string; awaitsConfirmation: boolean } | null> {
    setFileFailure(null);
    const had = id;
    if (!(await form.submit())) return null;
    drafts.remove(had);
    setShownDraft(null);
    const now = savedAs.current;
    if (now && file && !(await upload(now, file))) return null;
    isDone.current = true;
    return now === null ? null : { id: now, awaitsConfirmation: awaitsConfirmation.current };
  }
  async function upload(to: string, chosen: File): Promise<boolean> {
    try {
      await campaignCalls.attach(to, chosen);
      setFile(null);
      return true;
    } catch (error) {
      setFileFailure(m.campaigns_file_saved_without({ reason: failureText(error) }));
      return false;
    } finally {
      again();
    }
  }
  function discard() {
    drafts.remove(id);
    setShownDraft(null);
    setFile(null);
    form.set(saved);
  }
  /** Another user cancelled the campaign after the form was changed. */
  const wasCancelled = isDirty && openedAs !== null && openedAs !== "cancelled" && campaign?.status === "cancelled";
  return { id, form, file, setFile, fileFailure, isDirty, isKept, wasCancelled, draft: shownDraft, save, discard };
}

/** The start time that a form may repeat although it is past. */
const keptStart = (campaign: Campaign | null) =>
  campaign?.startedAt || campaign?.status === "cancelled" ? campaign.scheduledAtLocal : null;

export type CampaignEditor = ReturnType<typeof useCampaignEditor>;
