import { type Context as Call, Hono, type MiddlewareHandler } from "hono";
import { NewMail } from "../../contracts/office/mails.ts";
import type { Database, SecretBox } from "../../db/index.ts";
import type { Context } from "../../domain/ground/context.ts";
import {
  cancelMail,
  decideUnknown,
  getMail,
  getMailSetup,
  listMails,
  listSentMails,
  type MailRules,
  mailServerToTest,
  resendMail,
  sendMail,
  sendMailNow,
  testMailServer,
} from "../../domain/office/mails/index.ts";
import { IdAnswer } from "../http/answer-values.ts";
import type { AppEnv } from "../http/app-env.ts";
import { failureKey, refuseWaiting } from "../http/failure-counts.ts";
import { takeCall } from "../http/recent-calls.ts";
import { describe } from "../http/reference/describe.ts";
import { idOr, validated } from "../http/validate.ts";
import { permitted } from "../session/index.ts";
import { MailAnswer, MailPageAnswer, MailSetupAnswer, MailTestAnswer, SentMailsAnswer } from "./answers.ts";
import {
  DecisionWire,
  MailQueryWire,
  mailPageToWire,
  mailToWire,
  ResendWire,
  ScheduleMailWire,
  SendMailWire,
  sentMailToWire,
} from "./wire.ts";

type Deps = { database: Database; signedIn: MiddlewareHandler<AppEnv>; settingsBox: SecretBox; rules: MailRules };

/** A test connects to the host of a company's choice and answers its reply. */
const TESTS_PER_HOUR = 10;

const idOf = (c: Call<AppEnv>) => idOr("ERR_NO_MAIL_FOUND", c.req.param("id"));

export function mailRoutes(deps: Deps) {
  return new Hono<AppEnv>()
    .route("/", sendingRoutes(deps))
    .route("/", readingRoutes(deps))
    .route("/", stateRoutes(deps))
    .route("/", setupRoutes(deps));
}

/** The calls as integrators of this family know them. */
function sendingRoutes({ signedIn }: Deps) {
  const send = async (c: Call<AppEnv>, wanted: NewMail) => {
    const { id } = await c.var.act((ctx) => sendMail(ctx, wanted));
    return c.json({ id });
  };
  return new Hono<AppEnv>()
    .post(
      "/enviar-email",
      describe(
        "email",
        "Send a mail to `email` (several: separated by commas, 200 at most) through the company's mail server",
        { 200: IdAnswer },
      ),
      signedIn,
      validated("json", SendMailWire),
      (c) => send(c, c.req.valid("json")),
    )
    .post(
      "/agendar-envio-email",
      describe(
        "email",
        "Send a mail at `sendAt`, a minute of the company's time zone in the future ('YYYY-MM-DDTHH:mm')",
        { 200: IdAnswer },
      ),
      signedIn,
      validated("json", ScheduleMailWire),
      (c) => send(c, c.req.valid("json")),
    )
    .post(
      "/mails",
      describe(
        "email",
        "Send a mail, now or at `sendAt`; with an `id` of your own a repeated call sends nothing twice",
        { 200: IdAnswer },
      ),
      signedIn,
      validated("json", NewMail),
      (c) => send(c, c.req.valid("json")),
    );
}

function readingRoutes({ signedIn }: Deps) {
  return new Hono<AppEnv>()
    .get(
      "/listar-emails-enviados",
      describe(
        "email",
        "List the last 1,000 sent mails, one for each recipient, newest first, with the first 1,000 characters of each body; users get their own, admins those of everyone",
        { 200: SentMailsAnswer },
      ),
      signedIn,
      async (c) => c.json((await c.var.read(listSentMails)).map(sentMailToWire)),
    )
    .get(
      "/mails",
      describe(
        "email",
        "List mails (5 per page): `group` is `sent` (newest first), `scheduled` or `failed`; `searchParam` searches subjects and addresses",
        { 200: MailPageAnswer },
      ),
      signedIn,
      validated("query", MailQueryWire),
      async (c) => c.json(mailPageToWire(await c.var.read((ctx) => listMails(ctx, c.req.valid("query"))))),
    )
    .get(
      "/mails/:id",
      describe("email", "Get a mail with the state of each recipient", { 200: MailAnswer }),
      signedIn,
      async (c) => {
        const id = idOf(c);
        return c.json(mailToWire(await c.var.read((ctx) => getMail(ctx, id))));
      },
    );
}

function stateRoutes({ signedIn }: Deps) {
  /** Runs the verb and answers the mail as it is afterwards. */
  const changed = async (c: Call<AppEnv>, act: (ctx: Context, id: string) => Promise<unknown>) => {
    const id = idOf(c);
    const mail = await c.var.act(async (ctx) => {
      await act(ctx, id);
      return getMail(ctx, id);
    });
    return c.json(mailToWire(mail));
  };
  return new Hono<AppEnv>()
    .post(
      "/mails/:id/cancel",
      describe("email", "Cancel the recipients that still wait", { 200: MailAnswer }),
      signedIn,
      (c) => changed(c, cancelMail),
    )
    .post("/mails/:id/send", describe("email", "Send a scheduled mail now", { 200: MailAnswer }), signedIn, (c) =>
      changed(c, sendMailNow),
    )
    .post(
      "/mails/:id/resend",
      describe("email", "Send again to the failed recipients, or to those in `recipientIds`", { 200: MailAnswer }),
      signedIn,
      validated("json", ResendWire),
      (c) => changed(c, (ctx, id) => resendMail(ctx, id, c.req.valid("json").recipientIds)),
    )
    .post(
      "/mails/:id/decide",
      describe(
        "email",
        "Resolve recipients in the state `unknown` (all, or `recipientIds`): mark them as arrived, or send again",
        {
          200: MailAnswer,
        },
      ),
      signedIn,
      validated("json", DecisionWire),
      (c) => {
        const { outcome, recipientIds } = c.req.valid("json");
        return changed(c, (ctx, id) => decideUnknown(ctx, id, { outcome, ids: recipientIds }));
      },
    );
}

function setupRoutes({ database, signedIn, settingsBox, rules }: Deps) {
  return new Hono<AppEnv>()
    .get(
      "/mail-setup",
      describe("email", "Get whether the company has a mail server, and the sender of its mails", {
        200: MailSetupAnswer,
      }),
      signedIn,
      async (c) => c.json(await c.var.read(getMailSetup)),
    )
    .post(
      "/mail-setup/test",
      describe(
        "email",
        "Connect to the stored mail server and sign in, without sending: `problem` names the step that failed (admins)",
        { 200: MailTestAnswer },
      ),
      signedIn,
      permitted("manageSettings"),
      async (c) => {
        const server = await c.var.read((ctx) => mailServerToTest(ctx, settingsBox));
        const { companyId } = c.var.signedIn.actor;
        refuseWaiting(await takeCall(database, failureKey("mail test", companyId), TESTS_PER_HOUR, new Date()));
        return c.json(await testMailServer(server, rules));
      },
    );
}
