import { Mic, SendHorizontal } from "lucide-react";
import { m } from "../../i18n/paraglide/messages.js";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { keepFocus } from "../../ui/layers/keep-focus.ts";

type SendButtonsProps = {
  blank: boolean;
  /** Without a network the message stays in this device's outbox. */
  queues: boolean;
  sendLabel: string;
  onRecord: () => void;
  onSend: () => void;
};

/**
 * Shows microphone and send side by side where there is room; on phones, one round button that is either of the two.
 */
export function SendButtons({ blank, queues, sendLabel, onRecord, onSend }: SendButtonsProps) {
  return (
    <span {...keepFocus} className="flex items-center gap-1 max-sm:col-start-3 max-sm:row-start-1">
      <IconButton
        label={m.tickets_record()}
        icon={<Mic size={19} />}
        onClick={onRecord}
        className={classNames(
          "max-sm:size-11 max-sm:rounded-full max-sm:bg-primary max-sm:text-on-primary max-sm:active:bg-primary-active!",
          !blank && "max-sm:hidden",
        )}
      />
      <Button
        kind={queues ? "ghost" : "primary"}
        disabled={blank}
        onClick={onSend}
        aria-label={sendLabel}
        title={sendLabel}
        className={classNames(
          "w-10 px-0 max-sm:size-11 max-sm:rounded-full",
          blank && "max-sm:hidden",
          queues && "is-queued border-[1.5px] border-queued-line border-dashed",
        )}
      >
        <SendHorizontal aria-hidden="true" size={17} />
      </Button>
    </span>
  );
}
