import { type Context as Call, Hono, type MiddlewareHandler } from "hono";
import { phoneHome } from "../../domain/account/settings/index.ts";
import { companyTimeZone } from "../../domain/ground/company-time/index.ts";
import type { Context } from "../../domain/ground/context.ts";
import {
  cancelCampaign,
  changeCampaign,
  createCampaign,
  deleteCampaign,
  duplicateCampaign,
  exportRecipients,
  getCampaign,
  getCampaignSettings,
  listCampaigns,
  listExcluded,
  listRecipients,
  previewCampaign,
  type RecipientView,
  recipientCsvHead,
  recipientToCsv,
  reportCampaign,
  resendFailed,
  restartCampaign,
  saveCampaignSettings,
  scheduleCampaign,
  setCampaignFile,
  startCampaign,
} from "../../domain/marketing/campaigns/index.ts";
import type { FileStore } from "../../outside/file-store/index.ts";
import { IdAnswer } from "../http/answer-values.ts";
import type { AppEnv } from "../http/app-env.ts";
import { csvAnswer } from "../http/csv-answer.ts";
import { onError } from "../http/on-error.ts";
import { bytes, describe } from "../http/reference/describe.ts";
import { idOr, validated } from "../http/validate.ts";
import { type AddressOptions, mediaAddresses } from "../media/media-address.ts";
import { permitted } from "../session/index.ts";
import { readFile, readForm, storeReceived } from "../uploads/received-files.ts";
import {
  CampaignAnswer,
  CampaignPageAnswer,
  CampaignPreviewAnswer,
  CampaignReportAnswer,
  CampaignSettingsAnswer,
  ExcludedPageAnswer,
  RecipientPageAnswer,
  ResendAnswer,
} from "./answers.ts";
import {
  CampaignInputWire,
  CampaignQueryWire,
  CampaignSettingsWire,
  campaignToListWire,
  campaignToWire,
  ExcludedQueryWire,
  excludedToWire,
  inWireNames,
  PreviewQueryWire,
  previewToWire,
  RecipientExportWire,
  RecipientQueryWire,
  recipientToWire,
  reportToWire,
  ScheduleWire,
  StartWire,
  settingsToWire,
} from "./wire.ts";

type Deps = { fileStore: FileStore; signedIn: MiddlewareHandler<AppEnv>; address: AddressOptions };

const idOf = (c: Call<AppEnv>) => idOr("ERR_NO_CAMPAIGN_FOUND", c.req.param("id"));

export function campaignRoutes(deps: Deps) {
  return new Hono<AppEnv>()
    .onError((error, c) => onError(inWireNames(error), c))
    .route("/", readingRoutes(deps))
    .route("/", recipientRoutes(deps))
    .route("/", changingRoutes(deps))
    .route("/", stateRoutes(deps))
    .route("/", settingsRoutes(deps));
}

function readingRoutes({ signedIn, address }: Deps) {
  return new Hono<AppEnv>()
    .get(
      "/campaigns",
      describe(
        "campaigns",
        "List campaigns, newest first (20 per page); `searchParam` searches the name, `status` is one of the five states",
        { 200: CampaignPageAnswer },
      ),
      signedIn,
      permitted("manageCampaigns"),
      validated("query", CampaignQueryWire),
      async (c) => {
        const { campaigns, ...page } = await c.var.read((ctx) => listCampaigns(ctx, c.req.valid("query")));
        return c.json({ records: campaigns.map(campaignToListWire), ...page });
      },
    )
    .get(
      "/campaigns/:id",
      describe(
        "campaigns",
        "Get a campaign; `shipping` and `contactList.contacts` have the first 1,000 rows, `/campaigns/{id}/recipients` pages through all",
        { 200: CampaignAnswer },
      ),
      signedIn,
      async (c) => {
        const id = idOf(c);
        const campaign = await c.var.read((ctx) => getCampaign(ctx, id));
        return c.json(campaignToWire(campaign, mediaAddresses(c, address)));
      },
    )
    .get(
      "/campaigns/:id/preview",
      describe(
        "campaigns",
        "Preview a start without sending: audience, exclusions with their reasons, forecast per connection, warnings, and five recipients with their text (`samplesPage`: other five)",
        { 200: CampaignPreviewAnswer },
      ),
      signedIn,
      validated("query", PreviewQueryWire),
      async (c) => {
        const id = idOf(c);
        const { samplesPage } = c.req.valid("query");
        return c.json(previewToWire(await c.var.read((ctx) => previewCampaign(ctx, id, samplesPage))));
      },
    )
    .get(
      "/campaigns/:id/preview/excluded",
      describe(
        "campaigns",
        "List the people whom a start would leave out, with the reason (20 per page); filter by `reason`",
        { 200: ExcludedPageAnswer },
      ),
      signedIn,
      permitted("manageCampaigns"),
      validated("query", ExcludedQueryWire),
      async (c) => {
        const id = idOf(c);
        return c.json(excludedToWire(await c.var.read((ctx) => listExcluded(ctx, id, c.req.valid("query")))));
      },
    )
    .get(
      "/campaigns/:id/report",
      describe("campaigns", "Get the live report: counts, reasons, variants, pace of the last hour and connections", {
        200: CampaignReportAnswer,
      }),
      signedIn,
      async (c) => {
        const id = idOf(c);
        return c.json(reportToWire(await c.var.read((ctx) => reportCampaign(ctx, id))));
      },
    );
}

function recipientRoutes({ signedIn }: Deps) {
  return new Hono<AppEnv>()
    .get(
      "/campaigns/:id/recipients",
      describe(
        "campaigns",
        "List the recipients in the order of sending (20 per page); filter by `searchParam`, `state` and `reason`",
        { 200: RecipientPageAnswer },
      ),
      signedIn,
      permitted("manageCampaigns"),
      validated("query", RecipientQueryWire),
      async (c) => {
        const id = idOf(c);
        const { recipients, ...page } = await c.var.read((ctx) => listRecipients(ctx, id, c.req.valid("query")));
        return c.json({ records: recipients.map(recipientToWire), ...page });
      },
    )
    .get(
      "/campaigns/:id/recipients.csv",
      describe(
        "campaigns",
        "Export the recipients as CSV, with the same filters as the list; the head names the time zone of the times",
        { 200: bytes("text/csv") },
      ),
      signedIn,
      validated("query", RecipientExportWire),
      async (c) => {
        const id = idOf(c);
        const filter = c.req.valid("query");
        const { read } = c.var;
        const [timeZone, home] = [await read(companyTimeZone), await read(phoneHome)];
        const next = (last: RecipientView | null) =>
          read((ctx) => exportRecipients(ctx, id, filter, last?.position ?? 0), { isLong: true });
        const line = (recipient: RecipientView) => recipientToCsv(recipient, { timeZone, home });
        return csvAnswer(c, { name: "campanha.csv", head: recipientCsvHead(timeZone), next, line });
      },
    );
}

function changingRoutes({ fileStore, signedIn, address }: Deps) {
  /** Runs the verb and answers the campaign as it is afterwards. */
  async function answer(c: Call<AppEnv>, act: (ctx: Context) => Promise<{ id: string }>) {
    const campaign = await c.var.act(async (ctx) => getCampaign(ctx, (await act(ctx)).id));
    return c.json(campaignToWire(campaign, mediaAddresses(c, address)));
  }

  return new Hono<AppEnv>()
    .post(
      "/campaigns",
      describe(
        "campaigns",
        "Create a campaign; with a future `scheduledAt` (without an offset in the company's time zone) it is scheduled and the admins get a notice, otherwise it is a draft; `awaitsConfirmation: true` keeps the time as a plan until `/schedule`",
        { 200: CampaignAnswer },
      ),
      signedIn,
      permitted("manageCampaigns"),
      validated("json", CampaignInputWire),
      (c) => answer(c, (ctx) => createCampaign(ctx, c.req.valid("json"))),
    )
    .put(
      "/campaigns/:id",
      describe(
        "campaigns",
        "Change a campaign that is inactive, cancelled, or scheduled with more than one hour left; `scheduledAt: null` unschedules it, a past one is refused; a started campaign keeps list and tag",
        { 200: CampaignAnswer },
      ),
      signedIn,
      permitted("manageCampaigns"),
      validated("json", CampaignInputWire),
      (c) => answer(c, (ctx) => changeCampaign(ctx, idOf(c), c.req.valid("json"))),
    )
    .delete(
      "/campaigns/:id",
      describe("campaigns", "Delete a campaign that is not running", { 200: IdAnswer }),
      signedIn,
      async (c) => {
        const id = idOf(c);
        await c.var.act((ctx) => deleteCampaign(ctx, id));
        return c.json({ id });
      },
    )
    .post(
      "/campaigns/:id/duplicate",
      describe("campaigns", "Copy a campaign as a new draft", { 200: CampaignAnswer }),
      signedIn,
      (c) => answer(c, (ctx) => duplicateCampaign(ctx, idOf(c))),
    )
    .post(
      "/campaigns/:id/media-upload",
      describe("campaigns", "Attach a file (multipart `file`); it is sent with the text", { 200: CampaignAnswer }),
      signedIn,
      async (c) => {
        const id = idOf(c);
        const file = await readFile(await readForm(c.req), "arquivo", c.var.log);
        return answer(c, async (ctx) => {
          // Refuses before the file is stored.
          await getCampaign(ctx, id);
          await storeReceived(ctx, fileStore, file);
          return setCampaignFile(ctx, id, file.id);
        });
      },
    )
    .delete(
      "/campaigns/:id/media-upload",
      describe("campaigns", "Remove the file", { 200: CampaignAnswer }),
      signedIn,
      (c) => answer(c, (ctx) => setCampaignFile(ctx, idOf(c), null)),
    );
}

function stateRoutes({ signedIn }: Deps) {
  /** Runs the verb and answers without a body, as clients of this family expect. */
  const done = async (c: Call<AppEnv>, act: (ctx: Context, id: string) => Promise<unknown>) => {
    const id = idOf(c);
    await c.var.act((ctx) => act(ctx, id));
    return c.body(null, 204);
  };
  return new Hono<AppEnv>()
    .post(
      "/campaigns/:id/start",
      describe(
        "campaigns",
        'Start an inactive campaign now: its audience, texts and settings are copied. The body `{"confirm": true}` is required: messages leave at once and cannot be taken back',
        { 204: null },
      ),
      signedIn,
      permitted("manageCampaigns"),
      validated("json", StartWire),
      (c) => done(c, (ctx, id) => startCampaign(ctx, id, c.req.valid("json"))),
    )
    .post(
      "/campaigns/:id/schedule",
      describe("campaigns", "Confirm the planned start of an inactive campaign: it starts at its `scheduledAt`", {
        204: null,
      }),
      signedIn,
      permitted("manageCampaigns"),
      validated("json", ScheduleWire),
      (c) => done(c, (ctx, id) => scheduleCampaign(ctx, id, c.req.valid("json"))),
    )
    .post(
      "/campaigns/:id/cancel",
      describe("campaigns", "Stop a running campaign; messages that are already in the outbox are sent", { 204: null }),
      signedIn,
      (c) => done(c, cancelCampaign),
    )
    .post(
      "/campaigns/:id/restart",
      describe(
        "campaigns",
        'Continue a cancelled campaign with the recipients that got no message. For one that was cancelled before its first message the body `{"confirm": true}` is required',
        { 204: null },
      ),
      signedIn,
      permitted("manageCampaigns"),
      validated("json", StartWire),
      (c) => done(c, (ctx, id) => restartCampaign(ctx, id, c.req.valid("json"))),
    )
    .post(
      "/campaigns/:id/resend",
      describe("campaigns", "Send again to the failed recipients of a running or finished campaign", {
        200: ResendAnswer,
      }),
      signedIn,
      async (c) => {
        const id = idOf(c);
        const { count } = await c.var.act((ctx) => resendFailed(ctx, id));
        return c.json({ count });
      },
    );
}

function settingsRoutes({ signedIn }: Deps) {
  return new Hono<AppEnv>()
    .get(
      "/campaign-settings",
      describe("campaigns", "List the pacing settings and the custom variables; each value is JSON text", {
        200: CampaignSettingsAnswer,
      }),
      signedIn,
      async (c) => c.json(settingsToWire(await c.var.read(getCampaignSettings))),
    )
    .post(
      "/campaign-settings",
      describe("campaigns", "Change the pacing settings and the custom variables; started campaigns keep theirs", {
        200: CampaignSettingsAnswer,
      }),
      signedIn,
      permitted("manageCampaigns"),
      validated("json", CampaignSettingsWire),
      async (c) =>
        c.json(settingsToWire(await c.var.act((ctx) => saveCampaignSettings(ctx, c.req.valid("json").settings)))),
    );
}
