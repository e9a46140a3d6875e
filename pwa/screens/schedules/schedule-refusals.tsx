import { TriangleAlert, Users } from "lucide-react";
import * as v from "valibot";
import { ScheduleConflict } from "../../../contracts/desk/schedules.ts";
import { isLocal } from "../../../contracts/local-time.ts";
import type { OutboxEntry } from "../../../sync/client/index.ts";
import { errorMessage } from "../../i18n/error-message.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useDesk, useObservable } from "../../session/desk.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { commandText } from "../outbox/parts/shown-command.tsx";
import { localMoment } from "./parts/local-moment.ts";
import { isRefusedSchedule, type RefusedSchedule } from "./refused-schedule.ts";

const nothing: OutboxEntry[] = [];
const isOurs = ({ type, state }: OutboxEntry) => type.startsWith("schedule.") && state === "refused";

/** Errors for which a retry cannot succeed. */
const final = ["ERR_SCHEDULE_SENT", "ERR_NO_SCHEDULE_FOUND"];

type ScheduleRefusalsProps = { today: string; onEdit: (refused: RefusedSchedule) => void };

/** Lists refused commands with their content; for an edit conflict, both versions. */
export function ScheduleRefusals(props: ScheduleRefusalsProps) {
  const desk = useDesk();
  const entries = useObservable(() => desk.outbox$(), [desk], nothing);
  return entries.filter(isOurs).map((entry) => <Refusal key={entry.id} entry={entry} {...props} />);
}

function Refusal({ entry, today, onEdit }: ScheduleRefusalsProps & { entry: OutboxEntry }) {
  const desk = useDesk();
  const code = entry.error?.code ?? "ERR_INTERNAL";
  const details = v.safeParse(ScheduleConflict, entry.error?.details);
  const theirs = code === "ERR_EDIT_CONFLICT" && details.success ? details.output.schedule : null;
  const again = async () => {
    if (theirs) await desk.edit(entry.id, { baseRev: theirs.rev });
    await desk.retry(entry.id);
  };
  const mine = isRefusedSchedule(entry) ? entry : null;
  return (
    <Notice
      tone="warn"
      icon={theirs ? <Users aria-hidden="true" size={16} /> : <TriangleAlert aria-hidden="true" size={16} />}
      actions={
        <>
          <Button size="small" onClick={() => void desk.discard(entry.id)}>
            {theirs ? m.tickets_conflict_keep_theirs() : m.ui_discard()}
          </Button>
          {mine && !theirs && !final.includes(code) && (
            <Button size="small" onClick={() => onEdit(mine)}>
              {m.ui_edit()}
            </Button>
          )}
          {!final.includes(code) && (
            <Button size="small" onClick={() => void again()}>
              {theirs ? m.tickets_conflict_keep_mine() : m.ui_try_again()}
            </Button>
          )}
        </>
      }
    >
      <b className="block font-semibold">{commandText(entry)}</b>
      {errorMessage(code)}
      {theirs && <Version title={m.tickets_conflict_theirs()} {...theirs} today={today} />}
      {mine && <Version title={m.tickets_conflict_mine()} {...theirs} {...wordsOf(mine)} today={today} />}
    </Notice>
  );
}

function wordsOf({ payload: { body, contactName, sendAt } }: RefusedSchedule) {
  return {
    ...(body && { body }),
    ...(contactName && { contactName }),
    ...(sendAt && isLocal(sendAt) && { sendAtLocal: sendAt }),
  };
}

type VersionProps = { title: string; today: string; body?: string; contactName?: string; sendAtLocal?: string };

function Version({ title, today, body, contactName, sendAtLocal }: VersionProps) {
  const facts = [contactName, sendAtLocal && localMoment(sendAtLocal, today), body].filter(Boolean);
  return (
    <p className="mt-2">
      <b className="block font-semibold text-xs">{title}</b>
      <span className="[overflow-wrap:anywhere]">{facts.join(" · ")}</span>
    </p>
  );
}
