import * as v from "valibot";
import { CampaignPageWire, CampaignWire, campaignStatusNames } from "../../../../contracts/wire/campaigns.ts";
import { serverDate } from "../../../../sync/client/server-clock.ts";
import { apiFetch, apiSend } from "../../../session/api-fetch.ts";
import type { ListPage } from "../../lists/index.ts";
import { bodyOf, type CampaignForm } from "./campaign-form.ts";
import { type Campaign, type CampaignRow, fromWire } from "./campaign-wire.ts";

export function readCampaigns(answer: unknown): ListPage<CampaignRow> {
  const { records, hasMore, count } = v.parse(CampaignPageWire, answer);
  return { rows: records.map(fromWire), hasMore, count };
}

export const readCampaign = (answer: unknown): Campaign => fromWire(v.parse(CampaignWire, answer));

const Saved = v.object({ id: v.optional(v.string()), status: v.optional(v.string()) });

/** Returns the id and whether the campaign starts by itself at its time. */
async function savedIn(response: Promise<Response>, known = ""): Promise<{ id: string; isScheduled: boolean }> {
  const { id = known, status } = v.parse(Saved, await (await response).json());
  return { id, isScheduled: status === campaignStatusNames.scheduled };
}

/** Requests of the campaigns to the server. */
export const campaignCalls = {
  create: (form: CampaignForm) => savedIn(apiSend("POST", "/campaigns", bodyOf(form))),
  change: (id: string, form: CampaignForm) => savedIn(apiSend("PUT", `/campaigns/${id}`, bodyOf(form)), id),
  remove: (id: string) => apiSend("DELETE", `/campaigns/${id}`),
  start: (id: string) => apiSend("POST", `/campaigns/${id}/start`, { confirm: true }),
  schedule: (id: string) => apiSend("POST", `/campaigns/${id}/schedule`, { sentAt: serverDate().toISOString() }),
  cancel: (id: string) => apiSend("POST", `/campaigns/${id}/cancel`),
  restart: (id: string) => apiSend("POST", `/campaigns/${id}/restart`, { confirm: true }),
  duplicate: (id: string) => apiSend("POST", `/campaigns/${id}/duplicate`),
  resend: (id: string) => apiSend("POST", `/campaigns/${id}/resend`),
  attach(id: string, file: File) {
    const body = new FormData();
    body.append("file", file);
    return apiFetch(`/campaigns/${id}/media-upload`, { method: "POST", body });
  },
  detach: (id: string) => apiSend("DELETE", `/campaigns/${id}/media-upload`),
};
