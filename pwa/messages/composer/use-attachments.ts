import { useCallback, useState } from "react";
import { uuidv7 } from "uuidv7";
import type { FileKind } from "../../../sync/contracts/messages.ts";
import { type FileProblem, fileProblem } from "../media/file-check.ts";

/** A file to be sent, with its caption. */
export type Attachment = { id: string; file: File; caption: string };

/** Holds the files to be attached. A file that cannot be sent is reported at once and never added. */
export function useAttachments(limits: Record<FileKind, number>) {
  const [list, set] = useState<Attachment[]>([]);
  const [problems, setProblems] = useState<FileProblem[]>([]);
  const add = useCallback(
    (files: Iterable<File>) => {
      const all = [...files];
      setProblems(all.map((file) => fileProblem(file, limits)).filter((problem) => problem !== null));
      const good = all.filter((file) => fileProblem(file, limits) === null);
      set((current) => [...current, ...good.map((file) => ({ id: uuidv7(), file, caption: "" }))]);
    },
    [limits],
  );
  const forgetProblems = () => setProblems([]);
  const take = () => {
    set([]);
    forgetProblems();
    return list;
  };
  return { list, set, add, take, problems, forgetProblems };
}
