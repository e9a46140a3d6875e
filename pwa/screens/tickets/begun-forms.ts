import type { DeviceDesk, MovedTicket } from "../../../sync/client/index.ts";
import { firstValueOf } from "../../session/desk.tsx";
import { formDrafts } from "../../session/form-drafts.ts";

/** A transfer that was begun and not sent stays on this device. */
export type BegunTransfer = { userId: string | null; queueId: string | null; note: string };

/** Forms that are begun in a ticket. They stay on this device, by ticket, until they are sent or discarded. */
const kinds = ["transfer", "cards", "place"] as const;
type Kind = (typeof kinds)[number];

/** Returns the name of a ticket's form among the drafts of forms. */
export const begunForm = (kind: Kind, ticketId: string) => `${kind}:${ticketId}`;

/** Moves the forms of tickets that are this one now to this one. */
export async function moveBegunForms(desk: DeviceDesk, ticketId: string): Promise<void> {
  for (const name of formDrafts.names()) {
    const kind = kinds.find((each) => name.startsWith(begunForm(each, "")));
    const from = kind && name.slice(begunForm(kind, "").length);
    if (!kind || !from || from === ticketId) continue;
    const moved = await firstValueOf<MovedTicket | null>(desk.movedTo$(from));
    if (moved?.to === ticketId) moveForm(name, begunForm(kind, ticketId));
  }
}

/** The fields of a form that is there already stay; notes are joined. */
function moveForm(from: string, to: string): void {
  const form = formDrafts.read(from);
  if (!form) return;
  const there = formDrafts.read(to);
  const note = [there?.note, form.note].filter(Boolean).join("\n\n");
  formDrafts.write(to, { ...form, ...there, ...(note && { note }) });
  formDrafts.remove(from);
}
