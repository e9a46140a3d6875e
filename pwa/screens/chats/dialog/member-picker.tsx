import { useMemo, useState } from "react";
import type { UserRef } from "../../../../contracts/desk/refs.ts";
import { type ChatDocument, MAX_CHAT_MEMBERS } from "../../../../contracts/office/chats.ts";
import { searchable, searchWords } from "../../../../contracts/search-text.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDesk, useDeskUser, useObservable } from "../../../session/desk.tsx";
import { Avatar } from "../../../ui/avatar.tsx";
import { SearchField } from "../../../ui/fields/search-field.tsx";
import { Checkbox } from "../../../ui/fields/toggles.tsx";

type MemberPickerProps = {
  /** The other members when the dialog opened; they stand first. */
  present: ChatDocument["members"];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
};

type Person = { id: string; name: string };
const none: UserRef[] = [];

/** Lists the company's other people, as stored on this device, with a search that ignores accents. */
export function MemberPicker({ present, chosen, onChange }: MemberPickerProps) {
  const people = usePeople(present);
  const [text, setText] = useState("");
  const words = searchWords(text.trim());
  const found = people.filter(({ name }) => words.every((word) => searchable(name).includes(word)));
  const isFull = chosen.size >= MAX_CHAT_MEMBERS - 1;
  function toggle(id: string) {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  }
  if (people.length === 0) return <p className="text-ink-3">{m.chats_dialog_nobody()}</p>;
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.25 font-medium text-ink-2 text-xs">{m.chats_dialog_people()}</legend>
      <SearchField label={m.chats_dialog_search()} value={text} onChange={setText} />
      <p role="status" className="text-ink-3 text-xs">
        {isFull && m.error_chat_full({ limit: MAX_CHAT_MEMBERS })}
        {!isFull && chosen.size > 0 && m.chats_dialog_chosen({ count: chosen.size })}
      </p>
      <ul className="control-ring max-h-72 overflow-y-auto rounded-md px-3 py-1">
        {found.map(({ id, name }) => (
          <li key={id}>
            <Checkbox
              label={
                <span className="flex min-h-10 items-center gap-2.5">
                  <Avatar id={id} name={name} size={24} />
                  <span dir="auto" className="min-w-0 truncate">
                    {name}
                  </span>
                </span>
              }
              checked={chosen.has(id)}
              disabled={isFull && !chosen.has(id)}
              onChange={() => toggle(id)}
            />
          </li>
        ))}
        {found.length === 0 && <li className="py-2 text-ink-3">{m.chats_dialog_not_found({ text: text.trim() })}</li>}
      </ul>
    </fieldset>
  );
}

function usePeople(present: ChatDocument["members"]): Person[] {
  const desk = useDesk();
  const { id: me } = useDeskUser();
  const users = useObservable<UserRef[]>(() => desk.refs$("user"), [desk], none);
  return useMemo(() => {
    const members = present.map(({ userId, name }) => ({ id: userId, name }));
    const others = users.filter(({ id }) => id !== me && !members.some((member) => member.id === id));
    return [...members, ...others.sort((a, b) => a.name.localeCompare(b.name))];
  }, [users, present, me]);
}
