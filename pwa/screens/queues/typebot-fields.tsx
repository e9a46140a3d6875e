import { Info } from "lucide-react";
import { m } from "../../i18n/paraglide/messages.js";
import { SwitchRow } from "../../ui/fields/switch-row.tsx";
import { TextArea, TextField } from "../../ui/fields/text-field.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { Form } from "../lists/index.ts";
import type { QueueForm } from "./parts/queue-form.ts";

export function TypebotFields({ form }: { form: Form<QueueForm> }) {
  const { values, set, text } = form;
  return (
    <>
      <div className="line-ring rounded-lg px-3.5 py-2.5">
        <SwitchRow
          label={m.queues_typebot_on()}
          note={m.queues_typebot_on_note()}
          checked={values.typebotEnabled}
          onChange={(typebotEnabled) => set({ typebotEnabled })}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_14rem]">
        <TextField label={m.queues_typebot_url()} type="url" spellCheck={false} {...text("typebotUrl")} />
        <TextField label={m.queues_typebot_slug()} spellCheck={false} {...text("typebotSlug")} />
      </div>
      <div className="grid gap-4 sm:grid-cols-4">
        <TextField
          label={m.queues_typebot_expires()}
          hint={m.queues_typebot_expires_note()}
          inputMode="numeric"
          {...text("typebotExpiresMinutes")}
        />
        <TextField label={m.queues_typebot_delay()} inputMode="numeric" {...text("typebotDelayMs")} />
        <TextField label={m.queues_typebot_finish()} {...text("typebotKeywordFinish")} />
        <TextField label={m.queues_typebot_restart()} {...text("typebotKeywordRestart")} />
      </div>
      <TextArea label={m.queues_typebot_unknown()} rows={2} {...text("typebotUnknownMessage")} />
      <TextArea label={m.queues_typebot_restarted()} rows={2} {...text("typebotRestartMessage")} />
      <Notice tone="info" icon={<Info aria-hidden="true" size={16} />}>
        {m.queues_typebot_words()}
      </Notice>
    </>
  );
}
