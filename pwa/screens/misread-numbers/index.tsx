import { ArrowRight, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import * as v from "valibot";
import { MisreadView } from "../../../contracts/desk/number-fixes.ts";
import { numberFormat } from "../../i18n/number-format.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { displayName, maskPhone } from "../../i18n/phone-number.ts";
import { phoneProblemText } from "../../i18n/phone-text.ts";
import { apiSend } from "../../session/api-fetch.ts";
import { useCall } from "../../session/server-data/use-call.ts";
import { useServerData } from "../../session/server-data/use-server-data.ts";
import { usePage } from "../../shell/page.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/lists/empty-state.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageBody, PageHead } from "../../ui/page-head.tsx";
import { toast } from "../../ui/toasts/toast.tsx";
import { NotRead } from "../lists/index.ts";

type Misread = MisreadView["contacts"][number];
type Applied = MisreadView["applied"][number];
const viewOf = (answer: unknown) => v.parse(MisreadView, answer);

/** Lists contacts whose number looks misread, each with a proposal; a correction can be undone. */
export function MisreadNumbersScreen() {
  usePage(m.numbers_misread_title());
  const answer = useServerData("/contacts/misread", viewOf);
  const { data, again } = answer;
  const { busy, failure, call } = useCall();
  async function change(key: string, request: () => Promise<unknown>, done: string) {
    if (await call(key, request)) toast.success(done);
    again();
  }
  const fix = ({ id }: Misread) =>
    void change(id, () => apiSend("POST", `/contacts/misread/${id}`), m.numbers_misread_done());
  const undo = ({ id }: Applied) =>
    void change(id, () => apiSend("DELETE", `/contacts/misread/${id}`), m.numbers_misread_undone());
  return (
    <PageBody>
      <PageHead title={m.numbers_misread_title()} />
      <div className="flex max-w-3xl flex-col gap-4">
        <p className="text-ink-2">{m.numbers_misread_text()}</p>
        {failure && <Notice tone="danger">{failure}</Notice>}
        {data === null && <NotRead data={answer} />}
        {data?.contacts.length === 0 && <EmptyState title={m.numbers_misread_none()} />}
        {data && data.contacts.length > 0 && (
          <ul aria-label={m.numbers_misread_title()} className="line-ring rounded-lg">
            {data.contacts.map((contact) => (
              <MisreadRow key={contact.id} contact={contact} isBusy={busy === contact.id} onFix={() => fix(contact)} />
            ))}
          </ul>
        )}
        {data && data.count > data.contacts.length && (
          <p className="text-ink-3 text-xs">
            {m.numbers_misread_shown({ shown: numberFormat(data.contacts.length), count: numberFormat(data.count) })}
          </p>
        )}
        {data && data.applied.length > 0 && (
          <section className="flex flex-col gap-2">
            <h2 className="text-md">{m.numbers_misread_applied()}</h2>
            <ul aria-label={m.numbers_misread_applied()} className="line-ring rounded-lg">
              {data.applied.map((each) => (
                <Row key={each.id} name={each.name} from={each.former} to={each.number}>
                  {each.isMerge && <span className="text-ink-3 text-xs">{m.numbers_misread_merged()}</span>}
                  <Button
                    size="small"
                    icon={<Undo2 aria-hidden="true" size={14} />}
                    aria-label={m.numbers_misread_undo_of({ name: displayName(each.name) })}
                    busy={busy === each.id && m.numbers_misread_undo()}
                    onClick={() => undo(each)}
                  >
                    {m.numbers_misread_undo()}
                  </Button>
                </Row>
              ))}
            </ul>
          </section>
        )}
      </div>
    </PageBody>
  );
}

function MisreadRow({ contact, isBusy, onFix }: { contact: Misread; isBusy: boolean; onFix: () => void }) {
  const { name, number, proposal, problem, holder } = contact;
  const label = holder ? m.numbers_misread_merge({ name: displayName(holder.name) }) : m.numbers_misread_apply();
  return (
    <Row name={name} from={number} to={proposal}>
      {problem && (
        <span className="text-ink-2 text-sm">
          {phoneProblemText(problem)} {m.numbers_misread_edit()}
        </span>
      )}
      {holder && (
        <span className="text-ink-2 text-sm">{m.numbers_misread_merge_note({ name: displayName(holder.name) })}</span>
      )}
      {proposal && (
        <Button
          size="small"
          aria-label={holder ? label : m.numbers_misread_apply_of({ name: displayName(name) })}
          busy={isBusy && label}
          onClick={onFix}
        >
          {label}
        </Button>
      )}
    </Row>
  );
}

type RowProps = { name: string; from: string; to: string | null; children: ReactNode };

const Row = ({ name, from, to, children }: RowProps) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line px-4 py-3 not-last:border-b">
    <span className="min-w-48 flex-1">
      <span className="block font-medium [overflow-wrap:anywhere]" dir="auto">
        {displayName(name)}
      </span>
      <span className="flex flex-wrap items-center gap-x-1.5 text-sm tabular-nums">
        <span className="text-ink-3">{maskPhone(from)}</span>
        {to && (
          <>
            <ArrowRight aria-hidden="true" size={14} className="text-ink-3" />
            <b className="font-medium">{maskPhone(to)}</b>
          </>
        )}
      </span>
    </span>
    <span className="flex flex-wrap items-center justify-end gap-2 max-sm:w-full max-sm:justify-start">{children}</span>
  </li>
);
