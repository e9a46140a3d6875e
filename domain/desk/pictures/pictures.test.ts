import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { testNow, testTime } from "../../../contracts/testing/clock.ts";
import { schema } from "../../../db/index.ts";
import { givenCompany } from "../../../db/testing/given.ts";
import { openDiskFileStore } from "../../../outside/file-store/index.ts";
import { acting, atDesk, refusal, textFrom } from "../../testing.ts";
import { requireFile } from "../files/index.ts";
import { receiveMessage } from "../messages/index.ts";
import { loadTicketView } from "../tickets/index.ts";
import { keepPicture, markPictureDue, nextPicture, postponePicture } from "./index.ts";

const folder = mkdtempSync(join(tmpdir(), "balcao-pictures-"));
afterAll(() => rmSync(folder, { recursive: true }));
const store = openDiskFileStore(join(folder, "files"));
const JPEG = Buffer.from("ffd8ffe000104a46494600010100000100010000ffdb004300", "hex");
const path = join(folder, "picture");
writeFileSync(path, JPEG);
const DAY_MS = 86_400_000;

async function givenContact() {
  const company = await givenCompany();
  const { companyId, connection } = company;
  const { ticketId } = await atDesk(companyId, (ctx) => receiveMessage(ctx, textFrom(connection.id)));
  const due = (now = testNow()) => atDesk(companyId, (ctx) => nextPicture(ctx, connection.id), now);
  return { ...company, ticketId: ticketId ?? "", due };
}

test("a contact's picture is visible to every agent of the company and nobody else, also in its ticket", async () => {
  const { companyId, ana, admin, due, ticketId } = await givenContact();
  const { contactId = "", to } = (await due()) ?? {};
  expect(to).toEqual({ phone: "5531988887777" });
  await atDesk(companyId, (ctx) => keepPicture(ctx, store, { contactId, found: { path } }));
  const { contactPicture } = await acting(admin, (ctx) => loadTicketView(ctx, ticketId));
  const fileId = contactPicture.replace("/media/", "");
  expect(await acting(ana, (ctx) => requireFile(ctx, fileId))).toMatchObject({ mimetype: "image/jpeg" });
  const stranger = await givenCompany();
  expect((await refusal(acting(stranger.admin, (ctx) => requireFile(ctx, fileId)))).code).toBe("ERR_NO_FILE_FOUND");
  await atDesk(companyId, (ctx) => keepPicture(ctx, store, { contactId, found: null }));
  expect((await refusal(acting(ana, (ctx) => requireFile(ctx, fileId)))).code).toBe("ERR_NO_FILE_FOUND");
  expect(await store.size(companyId, fileId)).toBe(0);
});

test("each picture is requested about once a week, sooner after a change, later after failures", async () => {
  const { companyId, due } = await givenContact();
  const contactId = (await due())?.contactId ?? "";
  const now = testTime();
  const inDays = (days: number) => new Date(now + days * DAY_MS);
  await atDesk(companyId, (ctx) => keepPicture(ctx, store, { contactId, found: null }));
  expect(await due(inDays(6))).toBeNull();
  await atDesk(companyId, (ctx) => markPictureDue(ctx, { addresses: [{ kind: "phone", address: "5531988887777" }] }));
  expect(await due(new Date(now + 1_000))).toMatchObject({ contactId });
  await atDesk(companyId, (ctx) => postponePicture(ctx, contactId));
  await atDesk(companyId, (ctx) => postponePicture(ctx, contactId));
  expect(await due(new Date(now + 1.5 * 3_600_000))).toBeNull();
  expect(await due(new Date(now + 2.5 * 3_600_000))).toMatchObject({ contactId });
  // A contact who has not written for a week is skipped.
  await atDesk(companyId, (ctx) => ctx.db.update(schema.tickets).set({ lastMessageAt: inDays(-30) }));
  expect(await due(inDays(1))).toBeNull();
});
