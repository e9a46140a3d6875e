import * as v from "valibot";
import { CampaignPageWire, CampaignWire } from "../../../../sync/contracts/wire/campaigns.ts";
import { apiFetch, apiSend } from "../../../session/api-fetch.ts";
import type { ListPage } from "../../lists/index.ts";
import { bodyOf, type CampaignForm } from "./campaign-form.ts";
import { type Campaign, type CampaignRow, fromWire } from "./campaign-wire.ts";

export function readCampaigns(answer: unknown): ListPage<CampaignRow> {
  const { records, hasMore, count } = v.parse(CampaignPageWire, answer);
  return { rows: records.map(fromWire), hasMore, count };
}

export const readCampaign = (answer: unknown): Campaign => fromWire(v.parse(CampaignWire, answer));

const idIn = async (response: Promise<Response>) =>
  v.parse(v.object({ id: v.string() }), await (await response).json()).id;

/** Requests of the campaigns to the server. */
export const campaignCalls = {
  create: (form: CampaignForm) => idIn(apiSend("POST", "/campaigns", bodyOf(form))),
  change: (id: string, form: CampaignForm) => apiSend("PUT", `/campaigns/${id}`, bodyOf(form)),
  remove: (id: string) => apiSend("DELETE", `/campaigns/${id}`),
  start: (id: string) => apiSend("POST", `/campaigns/${id}/start`),
  cancel: (id: string) => apiSend("POST", `/campaigns/${id}/cancel`),
  restart: (id: string) => apiSend("POST", `/campaigns/${id}/restart`),
  duplicate: (id: string) => apiSend("POST", `/campaigns/${id}/duplicate`),
  resend: (id: string) => apiSend("POST", `/campaigns/${id}/resend`),
  attach(id: string, file: File) {
    const body = new FormData();
    body.append("file", file);
    return apiFetch(`/campaigns/${id}/media-upload`, { method: "POST", body });
  },
  detach: (id: string) => apiSend("DELETE", `/campaigns/${id}/media-upload`),
};
