import { TIME_ZONE_KEY } from "../../../../contracts/account/settings.ts";
import type { TicketView } from "../../../../sync/client/index.ts";
import { useSettings } from "../../../session/use-setting.ts";
import { lazyPart, OnDemand } from "../../../ui/on-demand.tsx";
import { oneHourFromNow } from "../../schedules/parts/one-hour-from-now.ts";
import type { PlannedDraft } from "./plan-draft.ts";

const ScheduleDialog = lazyPart(async () => (await import("../../schedules/parts/schedule-dialog.tsx")).ScheduleDialog);

type ScheduleDraftProps = {
  ticket: TicketView;
  /** Null: no schedule is being made. */
  planned: PlannedDraft | null;
  onClose: () => void;
};

/** Schedules the draft for a later time to the same contact. */
export function ScheduleDraft({ ticket, planned, onClose }: ScheduleDraftProps) {
  const timeZone = useSettings()[TIME_ZONE_KEY];
  const { contactId, contactName, contactNumber, isGroup } = ticket;
  return (
    <OnDemand open={planned !== null}>
      {planned && (
        <ScheduleDialog
          schedule={null}
          refused={null}
          begun={{
            contact: { id: contactId, name: contactName, number: contactNumber, isGroup },
            body: planned.text,
            draft: planned.draft,
          }}
          sendAt={oneHourFromNow(timeZone)}
          onSaved={planned.taken}
          onClose={onClose}
        />
      )}
    </OnDemand>
  );
}
