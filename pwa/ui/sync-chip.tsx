import { m } from "../i18n/paraglide/messages.js";
import { classNames } from "./class-names.ts";

/** `opening`: the local database is not open yet, so nothing is known. `unstored`: the device does not store what is written. */
export type SyncState = "opening" | "synced" | "syncing" | "offline" | "attention" | "unstored";
export type SyncChipProps = {
  state: SyncState;
  /** Number of actions that are only on this device. */
  waiting: number;
  /** Number of actions that the server refused and that need a decision. */
  refused: number;
  onOpen?: () => void;
};

const busy = {
  chip: "control-ring bg-surface text-ink-2",
  ring: "animate-spin border-line-strong border-t-primary-ink border-l-primary-ink",
};
const looks: Record<SyncState, { chip: string; ring: string }> = {
  opening: busy,
  synced: { chip: "control-ring bg-surface text-ink-2", ring: "border-solid border-primary-ink" },
  syncing: busy,
  offline: { chip: "bg-warn-soft text-on-warn-soft", ring: "is-queued border-dashed border-on-warn-soft" },
  attention: { chip: "bg-danger-soft text-on-danger-soft", ring: "border-solid border-danger-mark" },
  unstored: { chip: "bg-danger-soft text-on-danger-soft", ring: "border-dashed border-danger-mark" },
};

function words({ state, waiting, refused }: SyncChipProps): string {
  if (state === "opening") return m.ui_loading();
  if (state === "unstored") return m.sync_unstored();
  if (state === "attention") return m.sync_refused({ count: refused });
  if (state === "offline") return m.sync_offline();
  if (state === "syncing") return waiting > 0 ? m.sync_sending({ count: waiting }) : m.sync_updating();
  return m.sync_synced();
}

const ring = "size-3 shrink-0 rounded-full border-2";
const chipClass = (count: number, look: string) =>
  classNames(
    "relative inline-flex h-7 shrink-0 items-center gap-1.75 whitespace-nowrap rounded-full pr-2.5 pl-2 font-medium text-xs",
    // On phones only the icon is shown while the count is 0. The target stays 44 px.
    "max-sm:min-w-11 max-sm:justify-center max-sm:px-2 max-sm:after:absolute max-sm:after:inset-x-0 max-sm:after:-inset-y-2",
    count === 0 && "max-sm:bg-transparent max-sm:shadow-none!",
    look,
  );

/**
 * Shows whether the user's actions are being sent, stored on this device, or stopped. On phones as an icon and a
 * number. The list that is kept for the next start (`data-kept`) says that it is opening.
 */
export function SyncChip(props: SyncChipProps) {
  const { state, waiting, refused, onOpen } = props;
  const look = looks[state];
  const count = state === "attention" ? refused : state === "offline" ? waiting : 0;
  const face = (
    <>
      <span
        aria-hidden="true"
        data-kept-class={classNames(ring, looks.opening.ring)}
        className={classNames(ring, look.ring)}
      />
      {count > 0 && (
        <span aria-hidden="true" data-kept="no" className="tabular-nums sm:hidden">
          {count}
        </span>
      )}
      <span data-kept-text={m.ui_loading()} className="max-sm:sr-only">
        {words(props)}
      </span>
      {state === "offline" && waiting > 0 && (
        <span data-kept="no" className="flex items-center gap-1.75 max-sm:sr-only">
          <span aria-hidden="true" className="h-3 w-px bg-current opacity-30" />
          <span className="tabular-nums">{m.sync_on_device({ count: waiting })}</span>
        </span>
      )}
    </>
  );
  const className = chipClass(count, look.chip);
  const kept = { "data-kept-class": chipClass(0, looks.opening.chip) };
  return (
    <span role="status">
      {onOpen ? (
        <button type="button" onClick={onOpen} className={className} {...kept}>
          {face}
        </button>
      ) : (
        <span className={className} {...kept}>
          {face}
        </span>
      )}
    </span>
  );
}
