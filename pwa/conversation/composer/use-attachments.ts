import { useCallback, useRef, useState } from "react";
import type { FileKind } from "../../../contracts/desk/messages.ts";
import type { FileDraft } from "../../../sync/client/index.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useDesk, useObservable } from "../../session/desk.tsx";
import { toast } from "../../ui/toasts/toast.tsx";
import { type FileProblem, fileProblem } from "../media/file-check.ts";

const nothing: FileDraft[] = [];

/**
 * Holds the files to be sent in a ticket or chat, with their captions. They are stored on this device until they are
 * sent or removed. A file that cannot be sent is reported at once and never added.
 */
export function useAttachments(ownerId: string, limits: Record<FileKind, number>) {
  const { files } = useDesk().unsent;
  const stored = useObservable(() => files.of$(ownerId), [files, ownerId], nothing);
  const [sent, setSent] = useState<readonly string[]>([]);
  const [problems, setProblems] = useState<FileProblem[]>([]);
  /** Captions as they are in their fields: the stored ones follow after a pause. */
  const typed = useRef(new Map<string, string>());
  const list = sent.length === 0 ? stored : stored.filter(({ id }) => !sent.includes(id));

  const add = useCallback(
    (chosen: Iterable<File>) => {
      const all = [...chosen];
      setProblems(all.map((file) => fileProblem(file, limits)).filter((problem) => problem !== null));
      const good = all.filter((file) => fileProblem(file, limits) === null);
      void files.add(ownerId, good);
    },
    [files, ownerId, limits],
  );
  const forgetProblems = () => setProblems([]);
  /** Returns the files to send. They leave the screen at once, and the device when their commands are stored. */
  const take = () => {
    setSent([...sent, ...list.map(({ id }) => id)]);
    forgetProblems();
    return list.map((file) => ({ ...file, caption: typed.current.get(file.id) ?? file.caption }));
  };
  const typeCaption = (id: string, caption: string) => void typed.current.set(id, caption);
  /** Shows files again whose commands could not be stored. */
  const putBack = () => setSent([]);
  async function remove({ id, name }: FileDraft) {
    const removed = await files.remove(id);
    if (!removed) return;
    toast.success(m.tickets_file_removed({ name }), {
      action: { label: m.tickets_undo(), onSelect: () => void files.restore(removed) },
    });
  }
  return {
    list,
    add,
    take,
    putBack,
    remove,
    typeCaption,
    caption: files.caption,
    blob: files.blob,
    problems,
    forgetProblems,
  };
}
