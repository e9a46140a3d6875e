import type { MessageView } from "../../../../sync/client/index.ts";
import { clockWithSeconds } from "../../../i18n/full-dates.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { classNames } from "../../../ui/class-names.ts";
import { type DeliveryStage, type DeliveryStep, lifeSteps } from "./delivery-steps.ts";

const names = (channel: string): Record<DeliveryStage, string> => ({
  device: m.tickets_life_device(),
  server: m.tickets_life_server(),
  accepted: channel,
  delivered: m.tickets_life_delivered(),
  read: m.tickets_life_read(),
});

/** Shows the stages of a message's delivery with their times. Dashed: not reached. */
export function DeliveryTimeline({ message, channel }: { message: MessageView; channel: string }) {
  const steps = lifeSteps(message);
  const label = names(channel);
  return (
    <ol
      aria-label={m.tickets_life_label()}
      className="isolate mx-0.5 mt-1.75 mb-1 flex w-full max-w-[430px] self-end text-center text-2xs text-ink-3"
    >
      {steps.map((step, index) => (
        <li key={step.stage} className="relative flex-1 pt-3.75 leading-3.5">
          {index > 0 && (
            <span
              aria-hidden="true"
              className={classNames("absolute top-1 -left-1/2 w-full border-t-2", lineLook(step))}
            />
          )}
          <span
            aria-hidden="true"
            className={classNames(
              "absolute top-0 left-1/2 z-sticky -ml-1.25 size-2.5 rounded-full outline-3 outline-chat",
              dotLook(step),
            )}
          />
          <b className={classNames("block font-medium", step.state === "failed" ? "text-danger-ink" : "text-ink-2")}>
            {label[step.stage]}
          </b>
          <span className="tabular-nums">{words(step, message)}</span>
        </li>
      ))}
    </ol>
  );
}

function words(step: DeliveryStep, message: MessageView) {
  if (step.state === "failed") return m.tickets_life_refused();
  if (step.at) return clockWithSeconds(step.at);
  if (step.state === "done") return <NotGiven words={m.tickets_life_unknown()} />;
  const next = message.local !== null && step.stage === "server";
  return next ? m.tickets_life_waits_network() : <NotGiven words={m.tickets_life_not_yet()} />;
}

function NotGiven({ words: spoken }: { words: string }) {
  return (
    <>
      <span aria-hidden="true">—</span>
      <span className="sr-only">{spoken}</span>
    </>
  );
}

function lineLook({ state }: DeliveryStep): string {
  if (state === "failed") return "border-danger-mark";
  return state === "done" ? "border-primary-ink" : "is-queued border-dashed border-queued-line";
}

function dotLook({ state, stage }: DeliveryStep): string {
  if (state === "failed") return "bg-danger-mark";
  if (state === "todo") return "border-2 border-queued-line bg-chat";
  return stage === "read" ? "bg-tick-read" : "bg-primary-ink";
}
