import { RefreshCw } from "lucide-react";
import { m } from "../../../i18n/paraglide/messages.js";
import { displayName } from "../../../i18n/phone-number.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Button } from "../../../ui/button.tsx";
import { StatusChip } from "../../../ui/fields/chips.tsx";
import type { CampaignPreview } from "../parts/campaign-preview.ts";

type Sample = CampaignPreview["samples"][number];

type SamplesProps = {
  samples: readonly Sample[];
  /** The campaign's file, and its address when it is a picture. */
  file: string | null;
  picture: string | null;
  /** Whether there are other recipients to show. */
  hasOthers: boolean;
  isLoading: boolean;
  onOthers: () => void;
};

/** Shows real recipients with the text that each receives; filled variables are marked. */
export function Samples({ samples, file, picture, hasOthers, isLoading, onOthers }: SamplesProps) {
  return (
    <section aria-labelledby="campaign-samples" className="line-ring rounded-lg px-4 pt-2.5 pb-1.5">
      <div className="flex min-h-9 items-center gap-2">
        <h2 id="campaign-samples" className="flex-1 font-semibold text-sm">
          {m.campaigns_preview_samples()}
        </h2>
        {hasOthers && (
          <Button
            kind="ghost"
            size="small"
            icon={<RefreshCw aria-hidden="true" size={13} />}
            disabled={isLoading}
            onClick={onOthers}
          >
            {m.campaigns_preview_other()}
          </Button>
        )}
      </div>
      <ul aria-live="polite">
        {samples.map((sample) => (
          <li key={`${sample.number} ${sample.name}`} className="flex gap-2.5 border-line py-3 not-last:border-b">
            <Avatar id={sample.number} name={sample.name} size={32} />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-2">
                <b dir="auto" className="font-medium">
                  {displayName(sample.name)}
                </b>
                <StatusChip>{m.campaigns_tab({ number: String(sample.variant) })}</StatusChip>
              </p>
              {sample.confirmation && (
                <p className="mt-0.5 whitespace-pre-wrap text-ink-3 [overflow-wrap:anywhere]">{sample.confirmation}</p>
              )}
              {file && picture && (
                <img src={picture} alt={file} decoding="async" className="mt-1 max-h-32 rounded-md object-cover" />
              )}
              {file && !picture && <p className="mt-0.5 text-ink-3 [overflow-wrap:anywhere]">{file}</p>}
              <p className="mt-0.5 whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]">
                <Filled {...sample} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Draws the text with the parts that variables filled in marked. */
function Filled({ text, filled }: Sample) {
  const ends = [0, ...filled.flat(), text.length];
  return ends.slice(1).map((end, index) => {
    const part = text.slice(ends[index], end);
    const isFilled = index % 2 === 1;
    return isFilled ? (
      <mark key={ends[index]} className="rounded-xs bg-primary-soft px-0.5 text-on-primary-soft">
        {part}
      </mark>
    ) : (
      part
    );
  });
}
