import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { maskPhone } from "../../i18n/phone-number.ts";
import { classNames } from "../../ui/class-names.ts";
import { AnswerStep } from "./answer-step.tsx";
import { ColleagueStep } from "./colleague-step.tsx";
import { ConnectStep } from "./connect-step.tsx";
import { QueueStep } from "./queue-step.tsx";
import { type Facts, type StepId, stepIds } from "./steps.ts";

type StepListProps = {
  facts: Facts;
  done: ReadonlySet<StepId>;
  open: StepId;
  hasSandbox: boolean;
  onOpen: (id: StepId) => void;
  onAlone: () => void;
};

export function StepList({ facts, done, open, hasSandbox, onOpen, onAlone }: StepListProps) {
  const controls: Record<StepId, () => ReactNode> = {
    connect: () => <ConnectStep facts={facts} hasSandbox={hasSandbox} />,
    queue: () => <QueueStep facts={facts} />,
    colleague: () => <ColleagueStep facts={facts} onAlone={onAlone} />,
    answer: () => <AnswerStep facts={facts} hasSandbox={hasSandbox} />,
  };
  return (
    <ol className="line-ring rounded-lg">
      {stepIds.map((id, at) => {
        const isOpen = id === open;
        const { title, text, note } = done.has(id) ? doneWords(id, facts) : todoWords[id]();
        return (
          <li
            key={id}
            aria-current={isOpen ? "step" : undefined}
            className="flex gap-3.5 border-line px-4.5 py-4 not-last:border-b max-sm:px-3.5"
          >
            <Mark number={at + 1} isDone={done.has(id)} isOpen={isOpen} />
            <div className="min-w-0 flex-1">
              <div className="flex min-h-7 items-baseline gap-3">
                <h2 className={classNames("min-w-0 flex-1 text-md", done.has(id) && "font-normal! text-ink-2")}>
                  {done.has(id) || isOpen ? (
                    title
                  ) : (
                    <button type="button" className="text-left touch:-my-2.5 touch:py-2.5" onClick={() => onOpen(id)}>
                      {title}
                    </button>
                  )}
                </h2>
                {note && <span className="shrink-0 text-ink-3 text-xs tabular-nums">{note}</span>}
              </div>
              {text && <p className="text-ink-2 text-sm">{text}</p>}
              {isOpen && <div className="mt-3">{controls[id]()}</div>}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

function Mark({ number, isDone, isOpen }: { number: number; isDone: boolean; isOpen: boolean }) {
  if (isDone)
    return (
      <span className="grid size-7 shrink-0 place-items-center rounded-full bg-primary text-on-primary">
        <Check role="img" aria-label={m.first_steps_done()} size={16} />
      </span>
    );
  return (
    <span
      aria-hidden="true"
      className={classNames(
        "grid size-7 shrink-0 place-items-center rounded-full border-[1.5px] text-sm",
        isOpen ? "border-primary font-semibold text-primary-ink" : "border-field-line text-ink-3",
      )}
    >
      {number}
    </span>
  );
}

type StepWords = { title: string; text?: string; note?: string };

const todoWords: Record<StepId, () => StepWords> = {
  connect: () => ({
    title: m.first_steps_connect(),
    text: m.first_steps_connect_text(),
    note: m.first_steps_minutes({ minutes: 2 }),
  }),
  queue: () => ({
    title: m.first_steps_queue(),
    text: m.first_steps_queue_text(),
    note: m.first_steps_minutes({ minutes: 1 }),
  }),
  colleague: () => ({
    title: m.first_steps_colleague(),
    text: m.first_steps_colleague_text(),
    note: m.first_steps_minutes({ minutes: 1 }),
  }),
  answer: () => ({ title: m.first_steps_answer(), note: m.first_steps_when_it_comes() }),
};

/** Returns the result that a finished step shows. */
function doneWords(id: StepId, { connections, queues, users }: Facts): StepWords {
  if (id === "connect") {
    const connected = connections.find(({ firstConnectedAt }) => firstConnectedAt !== null);
    return {
      title: m.first_steps_connected({ name: connected?.name ?? "" }),
      note: connected?.number ? maskPhone(connected.number) : undefined,
    };
  }
  if (id === "queue") {
    const leading = connections.find(({ queueIds }) => queues.some((queue) => queueIds.includes(queue.id)));
    const queue = queues.find((one) => leading?.queueIds.includes(one.id));
    return {
      title: m.first_steps_queue_made({ name: queue?.name ?? "" }),
      text: m.first_steps_queue_receives({ name: leading?.name ?? "" }),
    };
  }
  return { title: users.length > 1 ? m.first_steps_team({ count: users.length }) : m.first_steps_team_of_one() };
}
