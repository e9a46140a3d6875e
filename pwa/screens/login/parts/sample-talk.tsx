import { CheckCheck, Clock } from "lucide-react";
import type { ReactNode } from "react";
import { m } from "../../../i18n/paraglide/messages.js";
import { classNames } from "../../../ui/class-names.ts";

/** Draws a sample conversation while offline: the last reply is pending, with a dashed outline. */
export function SampleTalk() {
  return (
    <div aria-hidden="true" className="absolute top-[min(39.5%,356px)] right-[13.3%] left-16 flex flex-col text-md">
      <Bubble className="self-start rounded-bl-xs bg-white text-neutral-900" time="17:41">
        {m.login_sample_question()}
      </Bubble>
      <Bubble
        className="mt-3.5 self-end rounded-br-xs bg-green-300 text-green-950"
        time="17:41"
        sign={<CheckCheck size={15} className="text-blue-800" />}
      >
        {m.login_sample_answer()}
      </Bubble>
      <Bubble
        className="is-queued mt-1.75 self-end rounded-br-xs border-[1.5px] border-green-300 border-dashed text-green-50"
        time="17:42"
        sign={<Clock size={13} />}
      >
        {m.login_sample_queued()}
      </Bubble>
    </div>
  );
}

function Bubble(props: { className: string; time: string; sign?: ReactNode; children: ReactNode }) {
  const { className, time, sign, children } = props;
  return (
    <p className={classNames("flow-root max-w-[85%] rounded-xl px-2.75 pt-1.75 pb-1.5", className)}>
      {children}
      <span className="relative top-px float-right mt-1.25 ml-2.5 inline-flex items-center gap-1 text-2xs tabular-nums opacity-80">
        {time}
        {sign}
      </span>
    </p>
  );
}
