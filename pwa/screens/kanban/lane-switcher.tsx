import { ChevronLeft, ChevronRight } from "lucide-react";
import { memo } from "react";
import { numberFormat } from "../../i18n/number-format.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { Select } from "../../ui/fields/select.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import type { BoardLane } from "./board-of.ts";
import { dropId } from "./lane.tsx";

type LaneSwitcherProps = {
  lanes: readonly BoardLane[];
  shown: string;
  onShow: (dropId: string) => void;
  /** False: the lanes have no count yet. */
  isComplete: boolean;
};

/** Names the lane that a phone shows, and leads to the others. */
export const LaneSwitcher = memo(function LaneSwitcher({ lanes, shown, onShow, isComplete }: LaneSwitcherProps) {
  const at = Math.max(
    lanes.findIndex(({ id }) => dropId(id) === shown),
    0,
  );
  const step = (by: number) => {
    const next = lanes[at + by];
    if (next) onShow(dropId(next.id));
  };
  return (
    <div className="mb-2 flex items-center gap-2 sm:hidden">
      <IconButton
        size="large"
        label={m.kanban_previous_lane()}
        icon={<ChevronLeft size={20} />}
        disabled={at === 0}
        onClick={() => step(-1)}
      />
      <Select
        label={m.kanban_shown_lane()}
        hideLabel
        className="min-w-0 flex-1"
        options={lanes.map(({ id, name, tickets }) => ({
          value: dropId(id),
          label: name,
          ...(isComplete && { detail: `(${numberFormat(tickets.length)})` }),
        }))}
        value={shown}
        onChange={onShow}
      />
      <IconButton
        size="large"
        label={m.kanban_next_lane()}
        icon={<ChevronRight size={20} />}
        disabled={at === lanes.length - 1}
        onClick={() => step(1)}
      />
    </div>
  );
});
