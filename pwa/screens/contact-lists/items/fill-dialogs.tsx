import { useState } from "react";
import { TIME_ZONE_KEY } from "../../../../contracts/account/settings.ts";
import type { QueueRef, TagRef } from "../../../../contracts/desk/refs.ts";
import { localMinute } from "../../../../contracts/local-time.ts";
import type { ContactSource } from "../../../../contracts/marketing/contact-lists.ts";
import { serverNow } from "../../../../sync/client/server-clock.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDesk, useObservable } from "../../../session/desk.tsx";
import { useSettings } from "../../../session/use-setting.ts";
import { Select } from "../../../ui/fields/select.tsx";
import { toast } from "../../../ui/toasts/toast.tsx";
import { CallDialog, FormDialog, useForm } from "../../lists/index.ts";
import { addedText } from "../parts/added-text.ts";
import { listCalls } from "../parts/list-calls.ts";

const none: never[] = [];
const ACTIVE_DAYS = 90;
const DAY_MS = 86_400_000;

type FillProps = { listId: string; onClose: () => void };

async function fill(listId: string, source: ContactSource): Promise<void> {
  toast.success(addedText(await listCalls.fill(listId, source)));
}

/** Adds the contacts of one tag or one queue to the list. */
export function FillFrom({ kind, listId, onClose }: FillProps & { kind: "tag" | "queue" }) {
  const desk = useDesk();
  const refs = useObservable<(TagRef | QueueRef)[]>(() => desk.refs$(kind), [desk, kind], none);
  const form = useForm({
    keep: `listFill:${kind}:${listId}`,
    start: { id: "" },
    check: ({ id }) => (id ? {} : { id: m.lists_required() }),
    save: ({ id }) => fill(listId, kind === "tag" ? { kind, tagId: id } : { kind, queueId: id }),
  });
  const isTag = kind === "tag";
  return (
    <FormDialog
      title={isTag ? m.contact_lists_bring_tag() : m.contact_lists_bring_queue()}
      form={form}
      saved={null}
      saveLabel={m.contact_lists_bring_save()}
      onClose={onClose}
    >
      <p className="text-ink-2">{isTag ? m.contact_lists_bring_tag_text() : m.contact_lists_bring_queue_text()}</p>
      <Select
        label={isTag ? m.contact_lists_bring_tag_field() : m.contact_lists_bring_queue_field()}
        options={[...refs]
          .sort((a, b) => a.name.localeCompare(b.name))
          .map(({ id, name, color }) => ({
            value: id,
            label: name,
            icon: (
              <span
                aria-hidden="true"
                className="size-2.5 shrink-0 rounded-[3px] ring-1 ring-black/15 ring-inset"
                style={{ backgroundColor: color }}
              />
            ),
          }))}
        value={form.values.id || null}
        onChange={(id) => form.set({ id })}
        error={form.problems.id}
      />
    </FormDialog>
  );
}

/** Adds the contacts that had a conversation in the last days to the list. */
export function FillActive({ listId, onClose }: FillProps) {
  const timeZone = useSettings()[TIME_ZONE_KEY];
  const [day] = useState(() => localMinute(new Date(serverNow() - ACTIVE_DAYS * DAY_MS), timeZone).slice(0, 10));
  return (
    <CallDialog
      title={m.contact_lists_bring_active()}
      confirmLabel={m.contact_lists_bring_save()}
      danger={false}
      onConfirm={() => fill(listId, { kind: "activeSince", day })}
      onDone={onClose}
      onClose={onClose}
    >
      {m.contact_lists_bring_active_text()}
    </CallDialog>
  );
}
