import { Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { TIME_ZONE_KEY } from "../../../contracts/account/settings.ts";
import type { UserRef } from "../../../contracts/desk/refs.ts";
import { localMinute } from "../../../contracts/local-time.ts";
import type { ScheduleView } from "../../../sync/client/index.ts";
import { serverDate } from "../../../sync/client/server-clock.ts";
import { errorMessage } from "../../i18n/error-message.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { withZone } from "../../i18n/plan-zone.ts";
import { useDesk, useObservable } from "../../session/desk.tsx";
import { useSettings } from "../../session/use-setting.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/layers/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useFilledBody } from "./parts/filled-body.ts";
import { localMoment } from "./parts/local-moment.ts";
import { useDistantPicture } from "./use-distant-picture.ts";

type ScheduleFactsProps = { schedule: ScheduleView; onClose: () => void; onDelete: () => void };

/** Shows a schedule that was sent or belongs to another user, read-only. */
export function ScheduleFacts({ schedule, onClose, onDelete }: ScheduleFactsProps) {
  const { contactName, sentAt, sendAt, status, reason, fileName, isMarketing, canChange } = schedule;
  const timeZone = useSettings()[TIME_ZONE_KEY];
  /** In the company's time zone, as on the calendar behind it. */
  const when = (instant: string) =>
    withZone(
      localMoment(localMinute(new Date(instant), timeZone), localMinute(serverDate(), timeZone).slice(0, 10)),
      timeZone,
      instant,
    );
  const planner = usePlanner(schedule.userId);
  const bodyOf = useFilledBody();
  const picture = usePicture(schedule);
  const title = sentAt ? m.schedules_sent_title() : m.schedules_of_title({ name: planner });
  return (
    <Dialog
      open
      onClose={onClose}
      title={reason ? m.schedules_failed_title() : title}
      footer={
        <>
          {canChange && (
            <Button
              kind="danger-ghost"
              className="mr-auto"
              icon={<Trash2 aria-hidden="true" size={15} />}
              onClick={onDelete}
            >
              {m.ui_delete()}
            </Button>
          )}
          <Button onClick={onClose}>{m.ui_close()}</Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {reason && <Notice tone="danger">{errorMessage(reason)}</Notice>}
        <p dir="auto" className="font-medium">
          {contactName}
        </p>
        <p className="text-ink-3 text-xs">
          {sentAt && status === "sent"
            ? m.schedules_sent_at({ when: when(sentAt) })
            : m.schedules_planned_for({ when: when(sendAt), name: planner })}
          {isMarketing && ` · ${m.schedules_is_marketing()}`}
        </p>
        <p className="whitespace-pre-wrap rounded-lg rounded-tr-xs bg-bubble-out px-3 py-2 text-sm [overflow-wrap:anywhere]">
          {bodyOf(schedule)}
        </p>
        {picture && <img decoding="async" src={picture} alt={fileName ?? ""} className="max-h-60 w-fit rounded-lg" />}
      </div>
    </Dialog>
  );
}

/** Returns the name of the schedule's author as this device knows it. */
function usePlanner(userId: string): string {
  const desk = useDesk();
  const users = useObservable<UserRef[]>(() => desk.refs$("user"), [desk], nobody);
  return users.find(({ id }) => id === userId)?.name ?? "";
}
const nobody: UserRef[] = [];

function usePicture(schedule: ScheduleView): string | null {
  const desk = useDesk();
  const distant = useDistantPicture(schedule);
  const [here, setHere] = useState<string | null>(null);
  const { fileId } = schedule;
  useEffect(() => {
    if (!fileId) return;
    let isOver = false;
    // If the file is not here and there is no network, only the text is shown.
    desk.fileUrl(fileId).then(
      (url) => !isOver && setHere(url),
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [desk, fileId]);
  return fileId ? here : distant;
}
