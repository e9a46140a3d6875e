import type { ReactNode } from "react";

type DrawerSectionProps = { title: string; count?: number; note?: ReactNode; children: ReactNode };

/** A section of the drawer with its heading. */
export function DrawerSection({ title, count, note, children }: DrawerSectionProps) {
  return (
    <section className="border-line border-t px-4 py-3">
      <div className="mb-2 flex items-center gap-2">
        <h3 className="font-semibold text-sm">{title}</h3>
        {count !== undefined && count > 0 && (
          <span className="rounded-full bg-sunken px-1.5 text-2xs text-ink-2 tabular-nums">{count}</span>
        )}
        {note && <span className="ml-auto flex items-center gap-1 text-2xs text-ink-3">{note}</span>}
      </div>
      {children}
    </section>
  );
}
