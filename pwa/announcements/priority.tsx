import { CircleAlert, Info, type LucideIcon, TriangleAlert } from "lucide-react";
import type { AnnouncementPriority } from "../../contracts/office/announcements.ts";
import { m } from "../i18n/paraglide/messages.js";
import { StatusChip, type Tone } from "../ui/fields/chips.tsx";

type Look = { label: () => string; sentence: () => string; Icon: LucideIcon; ink: string; tone: Tone };

/** How each priority looks: high red, medium orange, low grey. */
export const priorityLooks: Record<AnnouncementPriority, Look> = {
  1: {
    ...{ label: m.announcements_priority_1, sentence: m.announcements_priority_of_1 },
    ...{ Icon: CircleAlert, ink: "text-danger-ink", tone: "danger" },
  },
  2: {
    ...{ label: m.announcements_priority_2, sentence: m.announcements_priority_of_2 },
    ...{ Icon: TriangleAlert, ink: "text-warn-ink", tone: "warn" },
  },
  3: {
    ...{ label: m.announcements_priority_3, sentence: m.announcements_priority_of_3 },
    ...{ Icon: Info, ink: "text-ink-3", tone: "neutral" },
  },
};

export function PriorityChip({ priority }: { priority: AnnouncementPriority }) {
  const { Icon, label, tone } = priorityLooks[priority];
  return (
    <StatusChip tone={tone} icon={<Icon aria-hidden="true" size={13} />}>
      {label()}
    </StatusChip>
  );
}
