import { type ReactNode, useId } from "react";
import { CALLS_PER_MINUTE, KEY_DAYS, LONGEST_KEY, MAX_FILES } from "../../../contracts/desk/external-sending.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { CodeBlock } from "./code-block.tsx";
import { answerExample, mediaExample, textExample } from "./examples.ts";
import { SEND_PATH } from "./send-test.ts";

const errors: [status: number, code: string, meaning: () => string][] = [
  [400, "ERR_VALIDATION", m.messages_api_error_validation],
  [400, "ERR_WAPP_INVALID_CONTACT", m.messages_api_error_number],
  [400, "ERR_MESSAGE_EMPTY", m.messages_api_error_empty],
  [400, "ERR_CHANNEL_WITHOUT_NUMBERS", m.error_channel_without_numbers],
  [400, "ERR_COMPANY_INACTIVE, ERR_SUBSCRIPTION_EXPIRED", m.messages_api_error_company],
  [401, "ERR_UNKNOWN_TOKEN", m.messages_api_error_token],
  [409, "ERR_OPTED_OUT", m.messages_api_error_opted_out],
  [413, "ERR_FILE_TOO_LARGE, ERR_BODY_TOO_LARGE", m.messages_api_error_large],
  [415, "ERR_FILE_TYPE", m.messages_api_error_type],
  [422, "ERR_KEY_REUSED", m.messages_api_error_key],
  [429, "ERR_TOO_MANY_ATTEMPTS", m.messages_api_error_many],
];

/** Documents the call for programmers; `/openapi.json` has the same for programs. */
export function Reference() {
  const address = `${window.location.origin}${SEND_PATH}`;
  return (
    <div className="flex w-full min-w-0 max-w-3xl flex-1 flex-col gap-6">
      <Part title={m.messages_api_how()}>
        <p>{m.messages_api_intro()}</p>
        <CodeBlock label={m.messages_api_address()} text={`POST ${address}`} />
        <p>{m.messages_api_token_text()}</p>
      </Part>
      <Part title={m.messages_api_headers()}>
        <Terms
          terms={[
            ["Authorization: Bearer …", m.messages_api_header_bearer()],
            ["Idempotency-Key", m.messages_api_header_key({ length: LONGEST_KEY, days: KEY_DAYS })],
          ]}
        />
      </Part>
      <Part title={m.messages_api_fields()}>
        <Terms
          terms={[
            ["number", m.messages_api_field_number()],
            ["body", m.messages_api_field_body()],
            ["marketing", m.messages_api_field_marketing()],
            ["medias", m.messages_api_field_medias({ most: MAX_FILES })],
          ]}
        />
      </Part>
      <Part title={m.messages_api_behaviour()}>
        <p>{m.messages_api_behaviour_text()}</p>
        <p>{m.messages_api_limit({ calls: CALLS_PER_MINUTE })}</p>
      </Part>
      <Part title={m.messages_api_example_text()}>
        <CodeBlock label={m.messages_api_example_text()} text={textExample(address)} />
      </Part>
      <Part title={m.messages_api_example_media()}>
        <CodeBlock label={m.messages_api_example_media()} text={mediaExample(address)} />
      </Part>
      <Part title={m.messages_api_answer()}>
        <CodeBlock label={m.messages_api_answer()} text={answerExample} />
      </Part>
      <Part title={m.messages_api_errors()}>
        <Errors />
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2 text-ink-2 text-sm">
      <h2 id={id} className="text-ink text-lg">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Terms({ terms }: { terms: [term: string, meaning: string][] }) {
  return (
    <dl className="line-ring rounded-lg">
      {terms.map(([term, meaning]) => (
        <div key={term} className="flex gap-x-4 gap-y-0.5 border-line px-3 py-2 not-last:border-b max-sm:flex-col">
          <dt className="w-44 shrink-0">
            <code className="font-mono text-ink text-xs">{term}</code>
          </dt>
          <dd className="min-w-0">{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}

function Errors() {
  return (
    <table className="line-ring w-full border-collapse rounded-lg text-left">
      <thead>
        <tr className="border-line border-b text-ink-3 text-xs">
          <th className="px-3 py-2 font-medium">{m.messages_api_status()}</th>
          <th className="px-3 py-2 font-medium">{m.messages_api_code()}</th>
          <th className="px-3 py-2 font-medium max-sm:hidden">{m.messages_api_meaning()}</th>
        </tr>
      </thead>
      <tbody>
        {errors.map(([status, code, meaning]) => (
          <tr key={code} className="border-line align-top not-last:border-b">
            <td className="px-3 py-2 tabular-nums">{status}</td>
            <td className="px-3 py-2">
              <code className="break-words font-mono text-ink text-xs">{code}</code>
              <span className="block sm:hidden">{meaning()}</span>
            </td>
            <td className="px-3 py-2 max-sm:hidden">{meaning()}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
