import type { SessionUser } from "../../../../contracts/account/session.ts";
import {
  type CampaignCounts,
  type CampaignListWire,
  type CampaignPreviewWire,
  type CampaignReportWire,
  type CampaignWire,
  campaignStatusNames,
} from "../../../../contracts/wire/campaigns.ts";
import type { Campaign, CampaignRow } from "../parts/campaign-wire.ts";

const at = "2026-11-20T12:00:00.000Z";
export const campaignId = "0190d3a0-0000-7000-8000-00000000c001";

/** The company of a user who sees the screens of campaigns. */
export const withCampaigns: Pick<SessionUser, "company"> = {
  company: {
    id: "0190d3a0-0000-7000-8000-00000000c0de",
    name: "Olaria",
    dueDate: "2030-01-01",
    settings: [{ key: "campaignsEnabled", value: "true" }],
  },
};

export const givenCounts = (change: Partial<CampaignCounts> = {}): CampaignCounts => ({
  total: 30,
  valid: 25,
  waiting: 10,
  queued: 10,
  awaiting: 0,
  asked: 0,
  confirmed: 0,
  sent: 15,
  delivered: 10,
  read: 6,
  replied: 2,
  failed: 3,
  excluded: 5,
  optedOut: 1,
  ...change,
});

/** Returns a campaign as the server answers it; `status` is given by the domain's name. */
export const givenRow = ({ status = "inactive", ...change }: Partial<CampaignRow> = {}): CampaignListWire => ({
  id: campaignId,
  name: "Natal",
  status: campaignStatusNames[status],
  reason: null,
  confirmation: false,
  contactListId: null,
  contactList: null,
  tagListId: null,
  whatsappId: null,
  whatsapp: null,
  scheduledAt: null,
  scheduledAtLocal: null,
  startedAt: null,
  completedAt: null,
  isEditable: true,
  needsReview: false,
  counts: null,
  expectedEndAt: null,
  waitsFor: null,
  waitsUntil: null,
  createdAt: at,
  updatedAt: at,
  ...change,
});

export const givenCampaign = ({ status, ...change }: Partial<Campaign> = {}): CampaignWire => ({
  ...givenRow({ status }),
  message1: "Olá, {nome}!",
  message2: "",
  message3: "",
  message4: "",
  message5: "",
  confirmationMessage1: "",
  confirmationMessage2: "",
  confirmationMessage3: "",
  confirmationMessage4: "",
  confirmationMessage5: "",
  mediaPath: null,
  mediaName: null,
  window: { days: [1, 2, 3, 4, 5, 6], start: "08:00", end: "20:00" },
  dailyLimit: null,
  replyQueueId: null,
  shipping: [],
  contactList: null,
  ...change,
});

export const givenPreview = (change: Partial<CampaignPreviewWire> = {}): CampaignPreviewWire => ({
  total: 30,
  recipients: 25,
  excluded: [
    { reason: "notOnWhatsapp", count: 2 },
    { reason: "optedOut", count: 3 },
  ],
  connections: [
    {
      id: "w1",
      name: "Loja Savassi",
      isConnected: true,
      messages: 25,
      firstAt: "2026-11-25T13:00:00.000Z",
      lastAt: "2026-11-25T13:55:00.000Z",
      isLimited: false,
    },
  ],
  startsAt: "2026-11-25T13:00:00.000Z",
  endsAt: "2026-11-25T13:55:00.000Z",
  timeZone: "America/Sao_Paulo",
  samples: [
    {
      name: "Helena",
      number: "5531955500148",
      variant: 1,
      text: "Olá, Helena!",
      confirmation: null,
      filled: [[5, 11]],
    },
  ],
  warnings: [],
  ...change,
});

export const givenReport = (change: Partial<CampaignReportWire> = {}): CampaignReportWire => ({
  campaign: givenRow({ status: "running", startedAt: at, isEditable: false }),
  counts: givenCounts(),
  reasons: [{ state: "excluded", reason: "optedOut", count: 5 }],
  variants: [],
  pace: [],
  settings: { messageInterval: 20, longerIntervalAfter: 20, greaterInterval: 60 },
  connections: [],
  startedAt: at,
  expectedEndAt: null,
  timeZone: "America/Sao_Paulo",
  ...change,
});

/** Campaign settings as the server answers them. */
export const givenSettings = (variables: { key: string; value: string }[] = []) => [
  { key: "messageInterval", value: "20" },
  { key: "longerIntervalAfter", value: "20" },
  { key: "greaterInterval", value: "60" },
  { key: "variables", value: JSON.stringify(variables) },
];
