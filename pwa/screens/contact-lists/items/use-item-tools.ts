import { m } from "../../../i18n/paraglide/messages.js";
import { useCall } from "../../../session/server-data/use-call.ts";
import { saveBlob } from "../../../ui/save-blob.ts";
import { toast } from "../../../ui/toasts/toast.tsx";
import { listCalls } from "../parts/list-calls.ts";
import { saveExample } from "../parts/save-example.ts";

/** Letters and digits of any language; other characters may be no part of a file name. */
const fileName = (title: string) => title.replace(/[^\p{L}\p{N} _-]+/gu, " ").trim() || "lista";

/** Returns the actions on a whole list, with the one in progress and why the last one failed. */
export function useItemTools(listId: string) {
  const { busy, failure, call } = useCall();
  return {
    busy,
    failure,
    example: () => void call("example", saveExample),
    export: (title: string, query: Record<string, string>) =>
      void call("export", async () => saveBlob(await listCalls.export(listId, query), `${fileName(title)}.csv`)),
    checkAgain: (onBegun: () => void, itemIds?: string[]) =>
      void call("check", async () => {
        await listCalls.checkAgain(listId, itemIds);
        toast.success(m.contact_lists_check_begun());
        onBegun();
      }),
  };
}
