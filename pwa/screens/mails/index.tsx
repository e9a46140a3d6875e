import { Link } from "@tanstack/react-router";
import { PenLine, Settings, WifiOff } from "lucide-react";
import { useState } from "react";
import { localMinute } from "../../../contracts/local-time.ts";
import { type MailGroup, mailGroups } from "../../../contracts/office/mails.ts";
import { serverNow } from "../../../sync/client/server-clock.ts";
import { countText } from "../../i18n/count-text.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useCan, useLinkUp } from "../../session/desk.tsx";
import { useSettings } from "../../session/use-setting.ts";
import { ZoneLine } from "../../session/zone-line.tsx";
import { usePage } from "../../shell/page.ts";
import { Button } from "../../ui/button.tsx";
import { SearchField } from "../../ui/fields/search-field.tsx";
import { usePhone } from "../../ui/hooks/use-phone.ts";
import { useSystemBack } from "../../ui/layers/use-system-back.ts";
import { EmptyState } from "../../ui/lists/empty-state.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { AddButton, LastSeenNotice, NotRead, useSearch } from "../lists/index.ts";
import { FurtherMails } from "./further-mails.tsx";
import { type MailDraft, type MailDrafts, newDraft, useMailDrafts } from "./mail-drafts.ts";
import { MailEditor } from "./mail-editor.tsx";
import { MailPager } from "./mail-pager.tsx";
import { MailPanel } from "./mail-panel.tsx";
import { DraftRows, MailRows } from "./mail-rows.tsx";
import { useMailPage, useMailSetup } from "./use-mails.ts";

type Tab = MailGroup | "drafts";
type Panel = { kind: "mail"; id: string } | { kind: "write"; draft: MailDraft } | null;

const HOUR_MS = 3_600_000;

/** The three addresses of the specification are one screen: the list, and beside it a mail or the editor. */
export function MailsScreen({ start }: { start: "list" | "write" | "schedule" }) {
  const { timeZone } = useSettings();
  const drafts = useMailDrafts();
  const isPhone = usePhone();
  const [tab, setTab] = useState<Tab>(start === "schedule" ? "scheduled" : "sent");
  const blank = () =>
    newDraft({ sendAt: start === "schedule" ? localMinute(new Date(serverNow() + HOUR_MS), timeZone) : null });
  const [panel, setPanel] = useState<Panel>(() =>
    start === "list" ? null : { kind: "write", draft: drafts.drafts[0] ?? blank() },
  );
  usePage(m.email_title(), { ownsTopOnPhones: panel !== null });
  useSystemBack(isPhone && panel !== null, () => setPanel(null));
  const write = () => setPanel({ kind: "write", draft: newDraft() });
  const openId = panel?.kind === "mail" ? panel.id : (panel?.draft.id ?? null);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {isPhone ? <h1 className="sr-only">{m.email_title()}</h1> : <MailHead onWrite={write} />}
      <div className="flex min-h-0 flex-1">
        {!(isPhone && panel) && (
          <section
            aria-label={m.email_title()}
            className="relative flex min-h-0 w-110 shrink-0 flex-col border-line border-r max-lg:w-80 max-sm:w-full max-sm:border-r-0"
          >
            <MailList
              {...{ tab, drafts, openId }}
              onTab={setTab}
              onOpen={(id) => setPanel({ kind: "mail", id })}
              onDraft={(draft) => setPanel({ kind: "write", draft })}
            />
            {isPhone && (
              <AddButton label={m.email_write()} icon={<PenLine aria-hidden="true" size={20} />} onClick={write} />
            )}
          </section>
        )}
        {panel?.kind === "mail" && (
          <MailPanel
            key={panel.id}
            id={panel.id}
            onClose={() => setPanel(null)}
            onWrite={(mail, how) => {
              const { subject, body } = mail;
              const to = mail.recipients.map(({ address }) => address);
              const replaced = how === "edit" ? { sendAt: mail.sendAtLocal, replacesId: mail.id } : {};
              setPanel({ kind: "write", draft: newDraft({ to, subject, body, ...replaced }) });
            }}
          />
        )}
        {panel?.kind === "write" && (
          <MailEditor
            key={panel.draft.id}
            start={panel.draft}
            isKept={drafts.isKept}
            onKeep={drafts.keep}
            onDiscard={() => {
              drafts.drop(panel.draft.id);
              setPanel(null);
            }}
            onSent={(id, isScheduled) => {
              drafts.drop(id);
              setTab(isScheduled ? "scheduled" : "sent");
              setPanel({ kind: "mail", id });
            }}
            onClose={() => setPanel(null)}
            notice={<SetupNotice />}
          />
        )}
        {panel === null && !isPhone && <EmptyState title={m.email_title()}>{m.email_body_note()}</EmptyState>}
      </div>
    </div>
  );
}

function MailHead({ onWrite }: { onWrite: () => void }) {
  const setup = useMailSetup();
  const isAdmin = useCan("manageSettings");
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-3 border-line border-b px-4 py-3">
      <h1 className="min-w-0 flex-1 text-2xl">{m.email_title()}</h1>
      {setup.data?.from && <span className="truncate text-ink-2 text-sm">{setup.data.from.address}</span>}
      {isAdmin && (
        <Link to="/settings" className="inline-flex items-center gap-1.5 text-ink-2 text-sm hover:text-ink">
          <Settings aria-hidden="true" size={15} />
          {m.email_server()}
        </Link>
      )}
      <Button kind="primary" icon={<PenLine size={15} />} onClick={onWrite}>
        {m.email_write()}
      </Button>
    </header>
  );
}

/** A company without a mail server: says so before anything is written in vain. */
function SetupNotice() {
  const { data } = useMailSetup();
  const isAdmin = useCan("manageSettings");
  if (!data || data.isSetUp) return null;
  return (
    <Notice tone="warn">
      <strong>{m.email_setup_missing()}</strong>{" "}
      {isAdmin ? (
        <Link to="/settings" className="underline">
          {m.email_setup_admin()}
        </Link>
      ) : (
        m.email_setup_ask()
      )}
    </Notice>
  );
}

type ListProps = {
  tab: Tab;
  drafts: MailDrafts;
  openId: string | null;
  onTab: (tab: Tab) => void;
  onOpen: (id: string) => void;
  onDraft: (draft: MailDraft) => void;
};

const tabNames: Record<Tab, () => string> = {
  sent: m.email_tab_sent,
  scheduled: m.email_tab_scheduled,
  failed: m.email_tab_failed,
  cancelled: m.email_tab_cancelled,
  drafts: m.email_tab_drafts,
};
const emptyTexts: Record<Tab, () => string> = {
  sent: m.email_empty_sent,
  scheduled: m.email_empty_scheduled,
  failed: m.email_empty_failed,
  cancelled: m.email_empty_cancelled,
  drafts: m.email_empty_drafts,
};

function MailList({ tab, drafts, openId, onTab, onOpen, onDraft }: ListProps) {
  const linkUp = useLinkUp();
  const isPhone = usePhone();
  const search = useSearch();
  const [page, setPage] = useState({ of: "", number: 1 });
  const of = `${tab} ${search.wanted}`;
  const number = page.of === of ? page.number : 1;
  const group = tab === "drafts" ? "sent" : tab;
  // A phone adds the further pages below the first one.
  const found = useMailPage(group, search.wanted, isPhone ? 1 : number);
  const { data, state } = found;
  const badge = (id: Tab) => {
    const count = id === "drafts" ? drafts.drafts.length : (data?.groups[id] ?? 0);
    return id === "sent" || count === 0 ? null : (
      <span className="inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-selected px-1.25 text-2xs tabular-nums">
        {countText(count)}
      </span>
    );
  };
  // Few companies ever cancel a mail: the tab is there when one is.
  const hasCancelled = tab === "cancelled" || (data?.groups.cancelled ?? 0) > 0;
  const groups = mailGroups.filter((id) => id !== "cancelled" || hasCancelled);
  const items = [...groups, "drafts" as const].map((id) => ({ id, label: tabNames[id](), badge: badge(id) }));
  return (
    <Tabs
      label={m.email_title()}
      items={items}
      value={tab}
      onChange={onTab}
      panelClassName="flex min-h-0 flex-1 flex-col"
    >
      {tab !== "drafts" && (
        <div className="border-line border-b p-3">
          <SearchField label={m.email_search()} value={search.typed} onChange={search.type} />
        </div>
      )}
      {tab !== "drafts" && <LastSeenNotice data={found} className="m-3" />}
      {!linkUp && (tab === "drafts" || !data) && (
        <Notice tone="warn" icon={<WifiOff aria-hidden="true" size={16} />} className="m-3">
          {m.email_offline_list()}
        </Notice>
      )}
      <div className="min-h-0 flex-1 overflow-y-auto max-sm:pb-28">
        {tab === "drafts" ? (
          <DraftRows drafts={drafts.drafts} openId={openId} onOpen={onDraft} />
        ) : data ? (
          <>
            <ZoneLine timeZone={data.timeZone} className="px-4 pt-2" />
            <MailRows rows={data.records} timeZone={data.timeZone} openId={openId} onOpen={onOpen} />
          </>
        ) : state === "failed" ? (
          <NotRead data={found} />
        ) : (
          linkUp && (
            <p role="status" className="p-4 text-ink-3">
              {m.email_loading()}
            </p>
          )
        )}
        {(tab === "drafts" ? drafts.drafts.length === 0 : data?.records.length === 0) && (
          <p className="p-4 text-ink-2 text-sm">
            {search.wanted && tab !== "drafts" ? m.email_nothing_found() : emptyTexts[tab]()}
          </p>
        )}
        {tab !== "drafts" && isPhone && data && data.count > 0 && (
          <FurtherMails
            {...{ group, openId, onOpen }}
            search={search.wanted}
            count={data.count}
            page={number}
            onMore={() => setPage({ of, number: number + 1 })}
          />
        )}
      </div>
      {tab !== "drafts" && !isPhone && data && data.count > 0 && (
        <MailPager
          page={number}
          count={data.count}
          hasMore={data.hasMore}
          shown={data.records.length}
          onPage={(next) => setPage({ of, number: next })}
        />
      )}
    </Tabs>
  );
}
