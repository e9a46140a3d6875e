import type { ScheduleView } from "../../../sync/client/index.ts";
import { useDesk } from "../../session/desk.tsx";
import type { ChosenPicture } from "../quick-messages/picture-field.tsx";
import { changeOf, type PlannedWords } from "./change-of.ts";
import type { RefusedSchedule } from "./refused-schedule.ts";

/** Plans, changes, or gives again what was refused: into the outbox, with or without a network. */
export function useSaveSchedule(before: ScheduleView | null, refused: RefusedSchedule | null) {
  const desk = useDesk();
  return async (words: PlannedWords, picture: ChosenPicture): Promise<void> => {
    if (refused) {
      await desk.edit(refused.id, before ? changeOf(before, words, refused.payload) : words);
      await desk.retry(refused.id);
      return;
    }
    const file = picture.kind === "new" ? { file: { blob: picture.blob, name: picture.name } } : {};
    if (!before) return void (await desk.send("schedule.create", words, file));
    const isTakenOff = picture.kind === "none" && before.fileName !== null;
    const change = { ...changeOf(before, words), ...(isTakenOff && { fileId: null }) };
    if (Object.keys(change).length === 0 && !file.file) return;
    await desk.send("schedule.change", { ...change, ...editOf(before) }, file);
  };
}

/** What a change is about. One that no device keeps, or that was just planned here, has no rev to be edited over. */
export const editOf = ({ id, rev }: ScheduleView) => ({ scheduleId: id, ...(rev > 0 && { baseRev: rev }) });
