import { m } from "../../../i18n/paraglide/messages.js";
import { toast } from "../../../ui/toasts/toast.tsx";
import { CallDialog } from "../../lists/index.ts";
import { campaignCalls } from "./campaign-calls.ts";
import { formOf } from "./campaign-form.ts";
import type { Campaign } from "./campaign-wire.ts";

type QuestionProps = {
  campaign: { id: string; name: string };
  /** Called after the campaign's status has changed. */
  onDone?: () => void;
  onClose: () => void;
};

export const StopDialog = ({ campaign, onDone, onClose }: QuestionProps) => (
  <CallDialog
    title={m.campaigns_stop_title({ name: campaign.name })}
    confirmLabel={m.campaigns_stop()}
    onConfirm={() => campaignCalls.cancel(campaign.id)}
    onDone={() => {
      toast.success(m.campaigns_cancelled());
      onDone?.();
      onClose();
    }}
    onClose={onClose}
  >
    {m.campaigns_stop_text()}
  </CallDialog>
);

/** A campaign can lose its start time until it starts, also when nothing else of it can be changed. */
export const UnscheduleDialog = ({ campaign, onDone, onClose }: QuestionProps & { campaign: Campaign }) => (
  <CallDialog
    title={m.campaigns_unschedule_title({ name: campaign.name })}
    confirmLabel={m.campaigns_unschedule()}
    onConfirm={() => campaignCalls.change(campaign.id, { ...formOf(campaign), scheduledAt: "" })}
    onDone={() => {
      onDone?.();
      onClose();
    }}
    onClose={onClose}
  >
    {m.campaigns_unschedule_text()}
  </CallDialog>
);
