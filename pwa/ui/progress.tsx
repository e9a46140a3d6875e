type ProgressProps = {
  label: string;
  /** The maximum; null: unknown. */
  most: number | null;
  value: number;
};

/** Shows the progress of an operation in the background. */
export function Progress({ label, most, value }: ProgressProps) {
  const share = most ? Math.min(1, value / most) : null;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={most ?? undefined}
      aria-valuenow={most ? value : undefined}
      className="h-2 overflow-hidden rounded-full bg-line forced-colors:border"
    >
      <span
        style={share === null ? undefined : { width: `${share * 100}%` }}
        className={
          share === null
            ? "block h-full w-1/3 animate-pulse rounded-full bg-primary motion-reduce:animate-none"
            : "block h-full rounded-full bg-primary transition-[width] duration-base"
        }
      />
    </div>
  );
}
