import type { ScheduleView, SentTextDraft } from "../../../sync/client/index.ts";
import { useDesk } from "../../session/desk.tsx";
import type { ChosenPicture } from "../quick-messages/parts/picture-field.tsx";
import { changeOf, type PlannedSchedule } from "./change-of.ts";
import type { RefusedSchedule } from "./refused-schedule.ts";

/**
 * Returns a function that creates or changes a schedule, or retries a refused command with new values. All go through
 * the outbox, with or without a network. `draft`: the draft that a new schedule takes with it.
 */
export function useSaveSchedule(
  before: ScheduleView | null,
  refused: RefusedSchedule | null,
  draft: SentTextDraft | undefined,
) {
  const desk = useDesk();
  return async (words: PlannedSchedule, picture: ChosenPicture): Promise<void> => {
    if (refused) {
      await desk.edit(refused.id, before ? changeOf(before, words, refused.payload) : words);
      await desk.retry(refused.id);
      return;
    }
    const file = picture.kind === "new" ? { file: { blob: picture.blob, name: picture.name } } : {};
    if (!before) return void (await desk.send("schedule.create", words, { ...file, ...(draft && { draft }) }));
    const isTakenOff = picture.kind === "none" && before.fileName !== null;
    const change = { ...changeOf(before, words), ...(isTakenOff && { fileId: null }) };
    if (Object.keys(change).length === 0 && !file.file) return;
    await desk.send("schedule.change", { ...change, ...editOf(before) }, file);
  };
}

/**
 * Returns the target of a change. A schedule that is not stored on the device, or was just created here, has no
 * revision to base an edit on.
 */
export const editOf = ({ id, rev }: ScheduleView) => ({ scheduleId: id, ...(rev > 0 && { baseRev: rev }) });
