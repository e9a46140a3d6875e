import type { ReactNode } from "react";
import { m } from "../../../i18n/paraglide/messages.js";
import { DeleteDialog } from "../../lists/index.ts";
import { deleteRefusal } from "./save-refusal.ts";

type DeleteRecordProps = { name: string; onDelete: () => Promise<unknown>; onClose: () => void; children?: ReactNode };

/** Asks before the deletion of a plan or a help video. */
export const DeleteRecord = ({ name, onDelete, onClose, children }: DeleteRecordProps) => (
  <DeleteDialog name={name} onDelete={onDelete} refused={deleteRefusal} deleted={m.platform_saved()} onClose={onClose}>
    {children}
  </DeleteDialog>
);
