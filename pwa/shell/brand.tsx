import { m } from "../i18n/paraglide/messages.js";
import { classNames } from "../ui/class-names.ts";

/** Draws the logo: a speech bubble on a counter. */
export function BrandMark({ size = 24, className }: { size?: number; className?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      className={classNames("shrink-0", className)}
    >
      <path
        d="M6.5 3.5h11a3 3 0 0 1 3 3v5a3 3 0 0 1-3 3h-2.6L12 17.2l-2.9-2.7H6.5a3 3 0 0 1-3-3v-5a3 3 0 0 1 3-3z"
        fill="currentColor"
      />
      <path
        d="M7.8 9h.01M12 9h.01M16.2 9h.01"
        className="stroke-(--brand-eyes,var(--on-primary))"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
      <path d="M2.5 20.5h19" stroke="currentColor" strokeWidth="2.6" strokeLinecap="round" />
    </svg>
  );
}

export function Brand({ size = 24, className }: { size?: number; className?: string }) {
  return (
    <span className={classNames("inline-flex items-center gap-2.25 font-semibold text-lg tracking-tight", className)}>
      <BrandMark size={size} className="text-primary" />
      {m.app_name()}
    </span>
  );
}
