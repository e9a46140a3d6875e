import { Smile } from "lucide-react";
import { Suspense } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { IconButton } from "../../ui/icon-button.tsx";
import { LazyPopover } from "../../ui/layers/popover.tsx";
import { lazyPart } from "../../ui/on-demand.tsx";

const EmojiPicker = lazyPart(async () => (await import("../../ui/fields/emoji-picker.tsx")).EmojiPicker);

/** The picker stays open after a choice, because several emoji are often chosen in a row. */
export function EmojiButton({ onChoose }: { onChoose: (emoji: string) => void }) {
  return (
    <LazyPopover
      label={m.emoji_open()}
      side="top start"
      button={<IconButton label={m.emoji_open()} icon={<Smile size={20} />} className="max-sm:size-11" />}
    >
      <Suspense fallback={<div className="h-80 w-79" />}>
        <EmojiPicker onChoose={onChoose} />
      </Suspense>
    </LazyPopover>
  );
}
