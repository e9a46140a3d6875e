import { useState } from "react";
import { m } from "../../../i18n/paraglide/messages.js";
import { apiSend } from "../../../session/api-fetch.ts";
import { useDeskUser } from "../../../session/desk.tsx";
import { useCall } from "../../../session/server-data/use-call.ts";
import { usePage } from "../../../shell/page.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageBody } from "../../../ui/page-head.tsx";
import { Progress } from "../../../ui/progress.tsx";
import { Aside } from "../aside.tsx";
import { StepList } from "../step-list.tsx";
import { doneSteps, type Facts, nextStep, type StepId, stepIds } from "../steps.ts";
import { useFacts } from "./use-facts.ts";

/** Draws the checklist of a new company: four steps whose status is computed from the data. */
export function FirstSteps({ hasSandbox }: { hasSandbox: boolean }) {
  usePage(m.first_steps_title());
  const facts = useFacts();
  if (!facts) return <PageBody>{null}</PageBody>;
  return <Checklist facts={facts} hasSandbox={hasSandbox} />;
}

function Checklist({ facts, hasSandbox }: { facts: Facts; hasSandbox: boolean }) {
  const { busy, failure, call } = useCall();
  const done = doneSteps(facts);
  const [chosen, setChosen] = useState<StepId | null>(null);
  const open = chosen && !done.has(chosen) ? chosen : nextStep(done);
  const saveSetting = (key: "firstSteps" | "worksAlone", value: string) =>
    call(key, () => apiSend("PUT", `/settings/${key}`, { key, value }));
  const hide = (
    <Button
      kind="ghost"
      size="small"
      busy={busy === "firstSteps" && m.first_steps_hide()}
      onClick={() => void saveSetting("firstSteps", "hidden")}
    >
      {m.first_steps_hide()}
    </Button>
  );
  return (
    <PageBody>
      <div className="mx-auto w-full max-w-250 sm:pt-4">
        <Head done={done} />
        <div className="grid gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_18.75rem]">
          <div className="min-w-0">
            <div className="mb-3 flex items-center gap-3">
              <span className="shrink-0 font-semibold text-sm tabular-nums">
                {m.first_steps_count({ done: done.size, all: stepIds.length })}
              </span>
              <div className="flex-1">
                <Progress label={m.first_steps_title()} most={stepIds.length} value={done.size} />
              </div>
              <span className="max-sm:hidden">{hide}</span>
            </div>
            {failure && (
              <Notice tone="danger" className="mb-3">
                {failure}
              </Notice>
            )}
            <StepList
              facts={facts}
              done={done}
              open={open}
              hasSandbox={hasSandbox}
              onOpen={setChosen}
              onAlone={() => void saveSetting("worksAlone", "enabled")}
            />
            <div className="mt-3 flex justify-center sm:hidden">{hide}</div>
          </div>
          <Aside hasSandbox={hasSandbox} />
        </div>
      </div>
    </PageBody>
  );
}

function Head({ done }: { done: ReadonlySet<StepId> }) {
  const [firstName = ""] = useDeskUser().name.split(" ");
  const missing = stepIds.length - done.size;
  const receives = done.has("connect") && done.has("queue");
  return (
    <header className="mb-5">
      <h1 className="text-3xl max-sm:text-2xl">
        {done.size === 0 ? m.first_steps_welcome({ name: firstName }) : m.first_steps_missing({ count: missing })}
      </h1>
      <p className="mt-1 text-base text-ink-2 max-sm:hidden">
        {receives ? m.first_steps_receives() : m.first_steps_intro()}
      </p>
    </header>
  );
}
