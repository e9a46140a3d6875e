import { Plus, X } from "lucide-react";
import { useState } from "react";
import * as v from "valibot";
import type { TagRef } from "../../../contracts/desk/refs.ts";
import { NewTag } from "../../../contracts/desk/tags.ts";
import { searchable } from "../../../contracts/search-text.ts";
import type { TicketView } from "../../../sync/client/index.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useCommand, useDesk, useDeskUser } from "../../session/desk.tsx";
import { useDirectory } from "../../session/directory.tsx";
import { DotChip } from "../../ui/fields/chips.tsx";
import { Combobox } from "../../ui/fields/combobox.tsx";
import { LazyPopover } from "../../ui/layers/popover.tsx";
import { ticketActions } from "./conversation/ticket-actions.ts";
import { toastWithUndo } from "./parts/undo-toast.ts";

/** Shows the ticket's tags. A user who may answer the ticket can remove and add tags, including new ones. */
export function TicketTags({ ticket }: { ticket: TicketView }) {
  const { tags } = useDirectory();
  const desk = useDesk();
  const send = useCommand();
  const mayTag = ticketActions(useDeskUser(), ticket).tag;
  const shown = ticket.tagIds.map((id) => tags.get(id)).filter((tag) => tag !== undefined);
  const change = (tagged: { add?: string[]; remove?: string[] }) =>
    send("ticket.tag", { ticketId: ticket.id, ...tagged });
  const stage = shown.find(({ isKanban }) => isKanban) ?? null;
  async function handleAdd(id: string) {
    const commandId = await change({ add: [id] });
    const added = tags.get(id);
    // A ticket is in one lane of the board: the new one replaces the former.
    if (!added?.isKanban || !stage) return;
    toastWithUndo(desk, m.tickets_stage_changed({ from: stage.name, to: added.name }), commandId, () =>
      change({ add: [stage.id], remove: [id] }),
    );
  }
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {shown.map((tag) => (
        <DotChip
          key={tag.id}
          name={tag.name}
          color={tag.color}
          large
          unsent={ticket.unsentTags.includes(tag.id)}
          end={
            mayTag && (
              <button
                type="button"
                aria-label={m.tickets_tag_remove({ name: tag.name })}
                onClick={() => void change({ remove: [tag.id] })}
                className="relative -mr-1 grid size-4 place-items-center rounded-full text-ink-3 after:absolute after:-inset-1 hover:bg-hover touch:after:-inset-3"
              >
                <X aria-hidden="true" size={12} />
              </button>
            )
          }
        />
      ))}
      {mayTag && <AddTag ticket={ticket} stage={stage} onAdd={(id) => void handleAdd(id)} />}
    </span>
  );
}

type AddTagProps = {
  ticket: TicketView;
  /** The ticket's lane of the board, which another lane replaces. */
  stage: TagRef | null;
  onAdd: (id: string) => void;
};

function AddTag({ ticket, stage, onAdd }: AddTagProps) {
  const { tags } = useDirectory();
  const send = useCommand();
  const [text, setText] = useState("");
  const wanted = searchable(text.trim());
  const others = [...tags.values()].filter(
    ({ id, name }) => !ticket.tagIds.includes(id) && searchable(name).includes(wanted),
  );
  return (
    <LazyPopover
      label={m.tickets_tag_add()}
      side="bottom start"
      button={
        <button
          type="button"
          className="inline-flex h-6 items-center gap-1 rounded-full border border-line-strong border-dashed px-2 text-ink-2 text-xs hover:bg-hover touch:h-9"
        >
          <Plus aria-hidden="true" size={13} />
          {m.tickets_tag_add()}
        </button>
      }
      className="w-72"
    >
      {(close) => (
        <Combobox
          label={m.tickets_tag_add()}
          placeholder={m.tickets_tag_search()}
          options={others.map(({ id, name, color, isKanban }) => ({
            id,
            label: name,
            icon: <Dot color={color} />,
            ...(isKanban && { note: stage ? m.tickets_stage_replaces({ name: stage.name }) : m.tickets_stage() }),
          }))}
          value={null}
          onChange={(choice) => {
            if (choice) onAdd(choice.id);
            close();
          }}
          onSearch={setText}
          createLabel={v.is(NewTag, { name: text }) ? (name) => m.tickets_tag_create({ name }) : undefined}
          onCreate={(name) => {
            close();
            void send("tag.create", { name }).then(onAdd);
          }}
          autoFocus
        />
      )}
    </LazyPopover>
  );
}

const Dot = ({ color }: { color: string }) => (
  <span aria-hidden="true" className="size-2 shrink-0 rounded-full" style={{ backgroundColor: color }} />
);
