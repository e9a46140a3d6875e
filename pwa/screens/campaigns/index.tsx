import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { TIME_ZONE_KEY } from "../../../contracts/account/settings.ts";
import { campaignStatusNames } from "../../../contracts/wire/campaigns.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useCall } from "../../session/server-data/use-call.ts";
import { useSettings } from "../../session/use-setting.ts";
import { ZoneLine } from "../../session/zone-line.tsx";
import { Button } from "../../ui/button.tsx";
import { Segments } from "../../ui/fields/segments.tsx";
import { usePhone } from "../../ui/hooks/use-phone.ts";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toasts/toast.tsx";
import { FilterChip, FilterGroup, type ListFilter, ListScreen, useList, useSearch } from "../lists/index.ts";
import { actionsOf, type CampaignActions } from "./campaign-actions.tsx";
import { type CampaignLayer, CampaignLayers } from "./campaign-layers.tsx";
import { campaignFields, campaignLook } from "./campaign-records.tsx";
import { CampaignsTable } from "./campaigns-table.tsx";
import { DraftStrips } from "./draft-strips.tsx";
import { campaignCalls, readCampaigns } from "./parts/campaign-calls.ts";
import { fullAt } from "./parts/campaign-times.ts";
import type { CampaignRow } from "./parts/campaign-wire.ts";
import { RunningCard } from "./running-card.tsx";
import { type StatusFilter, statusFilters } from "./status-filters.ts";

/** Lists the company's campaigns, live. They are on the server; half-written ones are on this device. */
export function CampaignsScreen() {
  const isPhone = usePhone();
  const timeZone = useSettings()[TIME_ZONE_KEY];
  const search = useSearch();
  const [filter, setFilter] = useState<StatusFilter>("all");
  const status = filter === "all" ? "" : campaignStatusNames[filter];
  const list = useList({
    path: "/campaigns",
    query: { searchParam: search.wanted, status },
    read: readCampaigns,
    keyOf: ({ id }) => id,
    changesWith: ["campaigns"],
    remember: true,
  });
  const [layer, setLayer] = useState<CampaignLayer>(null);
  const { busy, failure, call } = useCall();
  const on = useActions(setLayer, (campaign) => void handleDuplicate(campaign));
  const actions = (campaign: CampaignRow) => actionsOf(campaign, on, list.canWrite && busy === null);

  async function handleDuplicate({ id }: CampaignRow) {
    if (await call(`duplicate ${id}`, () => campaignCalls.duplicate(id))) toast.success(m.campaigns_duplicated());
    list.again();
  }
  const running = list.rows.filter((campaign) => campaign.status === "running");
  const onPhones = { ...list, rows: list.rows.filter((campaign) => campaign.status !== "running") };
  return (
    <>
      <ListScreen
        title={m.campaigns_title()}
        list={isPhone && onPhones.rows.length > 0 ? onPhones : list}
        search={search}
        isFiltered={Boolean(search.wanted || status)}
        filters={
          <Segments
            label={m.campaigns_filter_label()}
            items={statusFilters.map(({ id, label }) => ({ id, label: label() }))}
            value={filter}
            onChange={setFilter}
          />
        }
        primary={{ label: m.campaigns_add(), worksOffline: true, onSelect: () => setLayer({ kind: "edit", id: null }) }}
        notices={
          <>
            <ZoneLine timeZone={timeZone} />
            {failure && <Notice tone="danger">{failure}</Notice>}
            <DraftStrips onContinue={(id) => setLayer({ kind: "edit", id })} />
            {list.rows.filter(isUnseen).map((campaign) => (
              <Notice
                key={`unseen ${campaign.id}`}
                tone="warn"
                actions={
                  <Button size="small" onClick={() => on.preview(campaign)}>
                    {m.campaigns_dry_run_see()}
                  </Button>
                }
              >
                {m.campaigns_by_api({ name: campaign.name, at: fullAt(campaign.scheduledAt ?? "", timeZone) })}
              </Notice>
            ))}
            {running.map((campaign) => (
              <RunningCard
                key={campaign.id}
                campaign={campaign}
                timeZone={timeZone}
                canWrite={list.canWrite}
                onStop={() => on.stop(campaign)}
                onReport={() => on.report(campaign)}
              />
            ))}
          </>
        }
        empty={{ title: m.campaigns_empty_title(), text: m.campaigns_empty_text() }}
        offlineText={m.campaigns_offline()}
        end={<Foot />}
        rowKey={({ id }) => id}
        records={{
          look: (campaign) => campaignLook(campaign, timeZone),
          fields: (campaign) => campaignFields(campaign, timeZone),
          actions,
        }}
        phone={{ searchLabel: m.campaigns_search(), filter: phoneFilter(filter, setFilter, list.rows.length) }}
      >
        {(rows) => <CampaignsTable rows={rows} timeZone={timeZone} actions={actions} />}
      </ListScreen>
      <CampaignLayers layer={layer} onLayer={setLayer} />
    </>
  );
}

/** Whether the campaign was scheduled by HTTP and nobody has confirmed its dry run. */
const isUnseen = ({ status, needsReview, scheduledAt }: CampaignRow) =>
  status === "scheduled" && needsReview && scheduledAt !== null;

function useActions(
  setLayer: (layer: CampaignLayer) => void,
  duplicate: CampaignActions["duplicate"],
): CampaignActions {
  const navigate = useNavigate();
  return {
    preview: ({ id }) => void navigate({ to: "/campaign/$campaignId/preview", params: { campaignId: id } }),
    report: ({ id }) => void navigate({ to: "/campaign/$campaignId/report", params: { campaignId: id } }),
    edit: ({ id }) => setLayer({ kind: "edit", id }),
    stop: (campaign) => setLayer({ kind: "stop", campaign }),
    remove: (campaign) => setLayer({ kind: "delete", campaign }),
    duplicate,
  };
}

const Foot = () => (
  <>
    {m.campaigns_foot()}{" "}
    <Link to="/campaigns-config" className="font-medium text-primary-ink">
      {m.campaigns_foot_link()}
    </Link>
  </>
);

const phoneFilter = (filter: StatusFilter, setFilter: (filter: StatusFilter) => void, shown: number): ListFilter => ({
  count: filter === "all" ? 0 : 1,
  title: m.lists_filter(),
  result: m.campaigns_filter_result({ count: shown }),
  onClear: () => setFilter("all"),
  content: (
    <FilterGroup title={m.campaigns_filter_label()}>
      {statusFilters.map(({ id, label }) => (
        <FilterChip key={id} on={id === filter} onChange={() => setFilter(id)}>
          {label()}
        </FilterChip>
      ))}
    </FilterGroup>
  ),
});
