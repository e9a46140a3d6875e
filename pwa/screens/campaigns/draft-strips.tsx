import { Clock } from "lucide-react";
import { useSyncExternalStore } from "react";
import { moment } from "../../i18n/full-dates.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useUser } from "../../session/use-session.ts";
import { Button } from "../../ui/button.tsx";
import { draftsOf } from "./parts/campaign-drafts.ts";

/** Shows the half-written campaigns of this device, dashed because only this device has them. */
export function DraftStrips({ onContinue }: { onContinue: (campaignId: string | null) => void }) {
  const drafts = draftsOf(useUser().id);
  const shown = useSyncExternalStore(drafts.subscribe, drafts.get);
  return shown.map(({ campaignId, form, at }) => {
    const name = form.name.trim() || m.campaigns_draft_new();
    return (
      <section
        key={campaignId ?? "new"}
        aria-label={name}
        className="is-queued flex flex-wrap items-center gap-x-2.5 gap-y-2 rounded-lg border-[1.5px] border-queued-line border-dashed px-3 py-2 text-sm"
      >
        <Clock aria-hidden="true" size={15} className="shrink-0 text-ink-3" />
        <span className="min-w-40 flex-1">
          <b className="font-medium [overflow-wrap:anywhere]">{name}</b>{" "}
          <span className="text-ink-3 text-xs">{m.campaigns_draft_here({ at: moment(at) })}</span>
        </span>
        <span className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
          <Button
            size="small"
            aria-label={m.campaigns_draft_discard_of({ name })}
            onClick={() => drafts.remove(campaignId)}
          >
            {m.ui_discard()}
          </Button>
          <Button
            size="small"
            kind="soft"
            aria-label={m.campaigns_draft_go_on_of({ name })}
            onClick={() => onContinue(campaignId)}
          >
            {m.campaigns_draft_go_on()}
          </Button>
        </span>
      </section>
    );
  });
}
