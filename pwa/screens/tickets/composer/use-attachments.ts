import { useCallback, useState } from "react";
import { uuidv7 } from "uuidv7";
import { type FileProblem, fileProblem } from "./file-check.ts";
import type { Attachment } from "./use-send-message.ts";

/** Files on their way into a message. What cannot be sent is said at once and never gets in. */
export function useAttachments() {
  const [list, set] = useState<Attachment[]>([]);
  const [problems, setProblems] = useState<FileProblem[]>([]);
  const add = useCallback((files: Iterable<File>) => {
    const all = [...files];
    setProblems(all.map(fileProblem).filter((problem) => problem !== null));
    const good = all.filter((file) => fileProblem(file) === null);
    set((current) => [...current, ...good.map((file) => ({ id: uuidv7(), file, caption: "" }))]);
  }, []);
  const forgetProblems = () => setProblems([]);
  const take = () => {
    set([]);
    forgetProblems();
    return list;
  };
  return { list, set, add, take, problems, forgetProblems };
}
