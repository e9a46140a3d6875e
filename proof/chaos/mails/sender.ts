import { openDatabase } from "../../../db/index.ts";
import { openSettingsBox } from "../../../domain/account/settings/index.ts";
import { sendDueMails } from "../../../domain/office/mails/index.ts";

/** Sends the due mails of one company until it is killed, as the connector does. */
const { DATABASE_URL = "", COMPANY_ID = "", SECRET_KEY = "", LEASE_MS = "2000" } = process.env;
const database = openDatabase(DATABASE_URL, { max: 2, name: "mail chaos" });
for (;;) {
  await sendDueMails({
    run: (work) => database.company(COMPANY_ID, (db) => work({ db, companyId: COMPANY_ID, now: new Date() })),
    box: openSettingsBox(SECRET_KEY),
    rules: { allowed: ["127.0.0.1"], perHour: 100_000, perDay: 100_000 },
    leaseMs: Number(LEASE_MS),
    waits: { connectMs: 1_000, idleMs: 1_000, attemptMs: 1_500 },
    isStopping: () => false,
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
}
