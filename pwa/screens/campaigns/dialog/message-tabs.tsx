import { Info } from "lucide-react";
import { useRef, useState } from "react";
import {
  type CampaignVariable,
  MAX_CAMPAIGN_TEXT,
  recipientVariables,
} from "../../../../contracts/marketing/campaigns.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { Dot } from "../../../ui/badge.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { keepFocus } from "../../../ui/layers/keep-focus.ts";
import { Tabs } from "../../../ui/tabs.tsx";
import type { Form } from "../../lists/index.ts";
import { type CampaignForm, unknownProblem } from "../parts/campaign-form.ts";
import { CustomerView } from "./customer-view.tsx";
import { insertAt } from "./text-marks.ts";
import { VariableText } from "./variable-text.tsx";

const tabIds = ["1", "2", "3", "4", "5"] as const;
type TextField = "messages" | "confirmationMessages";

type MessageTabsProps = {
  form: Form<CampaignForm>;
  variables: readonly CampaignVariable[] | null;
  disabled: boolean;
  sendsAt: string;
  connectionName: string;
  fileName: string | null;
  /** The address of the file when it is a picture. */
  picture: string | null;
};

/** Edits the five messages, their confirmation questions beside, and shows them as the customer sees them. */
export function MessageTabs({
  form,
  variables,
  disabled,
  sendsAt,
  connectionName,
  fileName,
  picture,
}: MessageTabsProps) {
  const { values, set } = form;
  const [tab, setTab] = useState<(typeof tabIds)[number]>("1");
  const at = Number(tab) - 1;
  const fields = useRef<Record<TextField, HTMLTextAreaElement | null>>({ messages: null, confirmationMessages: null });
  const lastField = useRef<TextField | null>(null);

  const write = (field: TextField, text: string) => set({ [field]: values[field].with(at, text) });
  function insert(variable: string) {
    const wanted = values.confirmation ? (lastField.current ?? "messages") : "messages";
    const element = fields.current[wanted];
    const text = values[wanted][at] ?? "";
    const selection = [element?.selectionStart ?? text.length, element?.selectionEnd ?? text.length] as const;
    const next = insertAt(text, lastField.current === wanted ? selection : [text.length, text.length], variable);
    write(wanted, next.text);
    lastField.current = wanted;
    requestAnimationFrame(() => {
      element?.focus();
      element?.setSelectionRange(next.cursor, next.cursor);
    });
  }
  const text = (field: TextField, label: string, hint?: string) => {
    const value = values[field][at] ?? "";
    return (
      <VariableText
        label={label}
        hint={hint}
        value={value}
        variables={variables}
        disabled={disabled}
        error={unknownProblem(value, variables) ?? lengthProblem(form, field, value)}
        field={(element) => {
          fields.current[field] = element;
        }}
        onChange={(next) => write(field, next)}
        onFocus={() => {
          lastField.current = field;
        }}
      />
    );
  };
  const isFilled = (index: number) =>
    values.messages[index]?.trim() !== "" || (values.confirmation && values.confirmationMessages[index]?.trim() !== "");
  return (
    <div className="line-ring overflow-hidden rounded-lg">
      <Tabs
        label={m.campaigns_tabs()}
        items={tabIds.map((id, index) => ({
          id,
          label: m.campaigns_tab({ number: id }),
          badge: isFilled(index) && (
            <>
              <Dot />
              <span className="sr-only">{m.campaigns_tab_filled()}</span>
            </>
          ),
        }))}
        value={tab}
        onChange={setTab}
        className="bg-sunken max-sm:px-0.5 max-sm:[&_button]:px-1.5"
        end={
          <span className="ml-auto hidden shrink-0 self-center pr-2 text-ink-3 text-xs sm:block">
            {m.campaigns_tabs_note()}
          </span>
        }
        panelClassName="empty:hidden"
      >
        <div
          className={classNames(
            "grid gap-3.5 p-3.5",
            values.confirmation ? "sm:grid-cols-[1fr_1fr_232px]" : "sm:grid-cols-[1fr_280px]",
          )}
        >
          {text("messages", m.campaigns_message())}
          {values.confirmation &&
            text("confirmationMessages", m.campaigns_confirmation_message(), m.campaigns_confirmation_hint())}
          <CustomerView
            message={values.messages[at] ?? ""}
            question={values.confirmation ? (values.confirmationMessages[at] ?? "") : ""}
            variables={variables ?? []}
            at={sendsAt}
            connectionName={connectionName}
            fileName={fileName}
            picture={picture}
          />
        </div>
      </Tabs>
      {!disabled && <Variables variables={variables ?? []} onInsert={insert} />}
    </div>
  );
}

function Variables({
  variables,
  onInsert,
}: {
  variables: readonly CampaignVariable[];
  onInsert: (variable: string) => void;
}) {
  const names = [...recipientVariables, ...variables.map(({ key }) => key)].map((key) => `{${key}}`);
  const examples = recipientVariables.map((key) => `{${key}}`).join(", ");
  return (
    <fieldset {...keepFocus} className="flex flex-wrap items-center gap-1.5 px-3.5 pb-3 text-ink-2 text-xs">
      <legend className="sr-only">{m.campaigns_variables()}</legend>
      <span className="flex items-center gap-1.5">
        <Info aria-hidden="true" size={14} />
        {m.campaigns_variables()}
      </span>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          aria-label={m.campaigns_variable_insert({ variable: name })}
          onClick={() => onInsert(name)}
          className="rounded-xs bg-primary-soft px-1.25 py-0.5 font-medium text-on-primary-soft hover:bg-selected touch:min-h-11 touch:px-3 touch:text-sm"
        >
          {name}
        </button>
      ))}
      <span className="w-full text-ink-3">{m.campaigns_variables_hint({ examples })}</span>
    </fieldset>
  );
}

/** A problem of all five texts is shown at the text that causes it. */
const lengthProblem = (form: Form<CampaignForm>, field: TextField, value: string): string | null =>
  value.length > MAX_CAMPAIGN_TEXT ? (form.problems[field] ?? m.lists_too_long()) : null;
