import { Users } from "lucide-react";
import * as v from "valibot";
import { type ContactDocument, ExtraInfo } from "../../../../contracts/desk/contacts.ts";
import type { OutboxEntry } from "../../../../sync/client/index.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { maskPhone } from "../../../i18n/phone-number.ts";
import { useDesk, useObservable } from "../../../session/desk.tsx";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";

/** Error details of an edit conflict: the server's current version. */
const Conflict = v.object({
  contact: v.object({
    name: v.optional(v.string()),
    number: v.optional(v.string()),
    email: v.optional(v.string()),
    extraInfo: v.optional(v.array(ExtraInfo)),
    rev: v.number(),
  }),
});
type Version = Omit<v.InferOutput<typeof Conflict>["contact"], "rev">;

const nothing: OutboxEntry[] = [];

/** Shows both versions when someone else changed this contact meanwhile; the user chooses one. */
export function ContactConflict({ contact }: { contact: ContactDocument }) {
  const desk = useDesk();
  const entries = useObservable(() => desk.outbox$(), [desk], nothing);
  return entries.map((entry) => {
    if (entry.type !== "contact.update" || entry.payload.contactId !== contact.id) return null;
    if (entry.state !== "refused" || entry.error?.code !== "ERR_EDIT_CONFLICT") return null;
    const details = v.safeParse(Conflict, entry.error.details);
    const theirs: Version = details.success ? details.output.contact : contact;
    const rev = details.success ? details.output.contact.rev : contact.rev;
    const keepMine = async () => {
      await desk.edit(entry.id, { baseRev: rev });
      await desk.retry(entry.id);
    };
    return (
      <Notice
        key={entry.id}
        tone="warn"
        icon={<Users aria-hidden="true" size={16} />}
        className="mx-3 mb-3"
        actions={
          <>
            <Button size="small" onClick={() => void desk.discard(entry.id)}>
              {m.tickets_conflict_keep_theirs()}
            </Button>
            <Button size="small" onClick={() => void keepMine()}>
              {m.tickets_conflict_keep_mine()}
            </Button>
          </>
        }
      >
        <b className="block font-semibold">{m.tickets_conflict_title()}</b>
        {m.tickets_conflict_text()}
        <VersionLines title={m.tickets_conflict_theirs()} version={theirs} />
        <VersionLines title={m.tickets_conflict_mine()} version={{ ...theirs, ...entry.payload.change }} />
      </Notice>
    );
  });
}

function VersionLines({ title, version }: { title: string; version: Version }) {
  const extra = version.extraInfo?.map((row) => `${row.name}: ${row.value}`) ?? [];
  const lines = [version.name, version.number && maskPhone(version.number), version.email, ...extra].filter(Boolean);
  return (
    <p className="mt-2">
      <b className="block font-semibold text-xs">{title}</b>
      <span className="[overflow-wrap:anywhere]">{lines.join(" · ")}</span>
    </p>
  );
}
