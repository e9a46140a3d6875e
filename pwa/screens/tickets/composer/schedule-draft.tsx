import type { TicketView } from "../../../../sync/client/index.ts";
import { TIME_ZONE_KEY } from "../../../../sync/contracts/settings.ts";
import { useSettings } from "../../../session/use-setting.ts";
import { lazyPart, OnDemand } from "../../../ui/on-demand.tsx";
import { oneHourFromNow } from "../../schedules/parts/one-hour-from-now.ts";

const ScheduleDialog = lazyPart(async () => (await import("../../schedules/parts/schedule-dialog.tsx")).ScheduleDialog);

type ScheduleDraftProps = {
  ticket: TicketView;
  text: string;
  open: boolean;
  onSaved: () => void;
  onClose: () => void;
};

/** Schedules the draft for a later time to the same contact. */
export function ScheduleDraft({ ticket, text, open, onSaved, onClose }: ScheduleDraftProps) {
  const timeZone = useSettings()[TIME_ZONE_KEY];
  const { contactId, contactName, contactNumber, isGroup } = ticket;
  return (
    <OnDemand open={open}>
      {open && (
        <ScheduleDialog
          schedule={null}
          refused={null}
          begun={{ contact: { id: contactId, name: contactName, number: contactNumber, isGroup }, body: text }}
          sendAt={oneHourFromNow(timeZone)}
          onSaved={onSaved}
          onClose={onClose}
        />
      )}
    </OnDemand>
  );
}
