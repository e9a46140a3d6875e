import type { CampaignCounts } from "../../../../contracts/wire/campaigns.ts";

type ProgressBarProps = { label: string; counts: CampaignCounts; large?: boolean };

/** Shows how many recipients have the message, how many failed, and how many wait. */
export function ProgressBar({ label, counts, large = false }: ProgressBarProps) {
  const width = (count: number) => ({ width: `${counts.valid === 0 ? 0 : (count / counts.valid) * 100}%` });
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={counts.valid}
      aria-valuenow={counts.delivered}
      className={`flex gap-px overflow-hidden rounded-full bg-line forced-colors:border ${large ? "h-3" : "h-2"}`}
    >
      <span style={width(counts.delivered)} className="block h-full bg-primary transition-[width] duration-base" />
      <span style={width(counts.failed)} className="block h-full bg-danger-mark transition-[width] duration-base" />
    </div>
  );
}
