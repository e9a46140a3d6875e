import * as v from "valibot";
import { m } from "../../i18n/paraglide/messages.js";
import { ApiError } from "../../session/api-error.ts";
import { DeleteDialog } from "../lists/index.ts";
import { type ListRow, listCalls } from "./parts/list-calls.ts";

const Used = v.object({ campaign: v.object({ name: v.string() }) });

/** Names the campaign that still needs the list. */
function refusedBy(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== "ERR_CONTACT_LIST_USED") return null;
  const used = v.safeParse(Used, error.details);
  return used.success ? m.contact_lists_delete_used({ campaign: used.output.campaign.name }) : null;
}

/** Asks before a list is deleted with its people. The contacts themselves stay. */
export function DeleteList({ list, onClose }: { list: ListRow; onClose: () => void }) {
  return (
    <DeleteDialog
      name={list.name}
      onDelete={() => listCalls.remove(list.id)}
      refused={refusedBy}
      deleted={m.contact_lists_deleted()}
      onClose={onClose}
    >
      {list.contactsCount > 0 && m.contact_lists_delete_with({ count: list.contactsCount })}
    </DeleteDialog>
  );
}
