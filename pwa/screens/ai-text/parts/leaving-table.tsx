import { m } from "../../../i18n/paraglide/messages.js";
import type { LeavingRow } from "./what-leaves.ts";

const chip = "rounded-sm bg-sunken px-1.5 text-ink-2 text-xs";

/** Lists what leaves the device line by line, with marks where personal data and files stay. */
export function LeavingTable({ rows }: { rows: readonly LeavingRow[] }) {
  return (
    <dl className="line-ring max-h-52 overflow-y-auto rounded-lg text-sm">
      {rows.map(({ id, who, pieces, stays }) => (
        <div key={id} className="flex gap-3 border-line px-3 py-1.5 not-last:border-b">
          <dt className="w-24 shrink-0 text-ink-2">{who}</dt>
          <dd className="min-w-0 flex-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
            {stays && <span className={`${chip} mr-1.5`}>{m.ai_stays_here({ kind: stays })}</span>}
            {pieces.map(({ text, isHidden, at }) =>
              isHidden ? (
                <span key={at} className={chip}>
                  {text.slice(1, -1)}
                </span>
              ) : (
                text
              ),
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
