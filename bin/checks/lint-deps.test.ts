import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { cruiseFolders } from "./lint-deps.ts";

const root = process.cwd();
let folder = "";

/**
 * Creates two folders with one file each, where the first imports the second; returns the names of the violated
 * rules. `to`: a file, or a module of Node ("node:net").
 */
async function planted(from: string, to: string): Promise<string[]> {
  folder = await mkdtemp(join(tmpdir(), "planted-"));
  const isModule = to.startsWith("node:");
  const target = isModule ? to : `${"../".repeat(from.split("/").length - 1)}${to}`;
  const files = { [from]: `import * as thing from "${target}";\nexport const other = thing;\n` };
  if (!isModule) files[to] = "export const thing = 1;\n";
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, ".."), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  process.chdir(folder);
  const { summary } = await cruiseFolders(Object.keys(files).map((path) => path.split("/")[0] ?? ""));
  return summary.violations.map((violation) => violation.rule.name);
}

afterEach(async () => {
  process.chdir(root);
  await rm(folder, { recursive: true, force: true });
});

test.each([
  ["pwa/screen.ts", "domain/desk/tickets/index.ts", "pwa-imports"],
  ["pwa/ui/button.ts", "pwa/session/desk.ts", "pwa-ui-imports"],
  ["pwa/ui/button.ts", "contracts/desk/tickets.ts", "pwa-ui-imports"],
  ["pwa/i18n/date-time.ts", "pwa/session/desk.ts", "pwa-i18n-imports"],
  ["pwa/session/desk.ts", "pwa/shell/layers.ts", "pwa-session-imports"],
  ["pwa/conversation/media/picture.ts", "pwa/screens/tickets/index.ts", "pwa-conversation-imports"],
  ["pwa/shell/palette.ts", "pwa/screens/tickets/parts/row.ts", "pwa-shell-imports"],
  ["pwa/screens/tags/index.ts", "pwa/routes/tags.ts", "pwa-screens-imports"],
  ["pwa/screens/tags/index.ts", "pwa/screens/tickets/index.ts", "a-screen-through-its-parts"],
  ["api/routes.ts", "connector/channel.ts", "api-imports"],
  ["connector/outbox/outbox.ts", "sandbox/store.ts", "connector-imports"],
  ["sandbox/http.ts", "connector/channel.ts", "sandbox-imports"],
  ["sandbox/page/phone.ts", "sandbox/http.ts", "sandbox-page-imports"],
  ["connector/outbox/outbox.ts", "connector/channels/whatsapp/jids.ts", "connector-rooms-import-no-channel"],
  ["connector/connector.ts", "connector/channels/meta/page-event.ts", "connector-rooms-import-no-channel"],
  ["connector/channels/meta/page.ts", "connector/channels/whatsapp/jids.ts", "a-channel-imports-no-other-channel"],
  ["domain/desk/tickets/accept.ts", "api/app.ts", "domain-imports"],
  ["domain/desk/tickets/accept.ts", "domain/desk/contacts/secret.ts", "a-domain-through-its-index"],
  ["domain/ground/context.ts", "domain/account/users/index.ts", "domain-ground-imports"],
  ["domain/account/users/rights.ts", "domain/desk/queues/index.ts", "domain-account-imports"],
  ["domain/desk/messages/route.ts", "domain/marketing/campaigns/index.ts", "domain-desk-imports"],
  ["domain/marketing/campaigns/start.ts", "domain/office/mails/index.ts", "domain-marketing-imports"],
  ["domain/desk/meta/login.ts", "node:net", "domain-without-network"],
  ["domain/desk/meta/login.ts", "node:https", "domain-without-network"],
  ["domain/desk/meta/login.ts", "node_modules/stripe/index.ts", "domain-packages"],
  ["outside/graph/client.ts", "domain/ground/context.ts", "outside-imports"],
  ["outside/graph/client.ts", "db/index.ts", "outside-imports"],
  ["domain/desk/meta/login.ts", "outside/graph/client.ts", "a-client-through-its-index"],
  ["outside/ai/ask-ai.ts", "outside/untrusted-fetch/lookup.ts", "a-client-through-its-index"],
  ["pwa/session/desk.ts", "outside/graph/index.ts", "pwa-imports"],
  ["db/client.ts", "domain/ground/context.ts", "db-imports"],
  ["domain/desk/contacts/create-contact.ts", "proof/field/numbers.ts", "product-imports-no-test-code"],
  ["proof/field/numbers.ts", "domain/ground/context.ts", "proof/field-imports"],
  ["pwa/screens/contacts/form.ts", "contracts/phone-numbers.ts", "phone-numbers-load-on-demand"],
  ["contracts/desk/contacts.ts", "contracts/phone-numbers.ts", "phone-numbers-load-on-demand"],
  ["bin/start.ts", "proof/chaos/run.ts", "bin-imports"],
  ["contracts/phones.ts", "contracts/desk/tickets.ts", "contracts-ground-imports"],
  ["contracts/texts/filled-text.ts", "contracts/desk/tickets.ts", "contracts-ground-imports"],
  ["contracts/account/settings.ts", "contracts/office/mails.ts", "contracts-account-imports"],
  ["contracts/desk/tickets.ts", "contracts/marketing/campaigns.ts", "contracts-desk-imports"],
  ["contracts/office/chats.ts", "contracts/wire/tickets.ts", "contracts-office-imports"],
  ["contracts/id.ts", "sync/client/desk.ts", "contracts-imports"],
  ["proof/bench/row.ts", "proof/chaos/schedule.ts", "proof/bench-imports"],
  ["proof/chaos/environment.ts", "pwa/session/session.ts", "proof/chaos-imports"],
  ["proof/journeys/desk/agent.ts", "domain/desk/tickets/index.ts", "proof/journeys-imports"],
  ["domain/desk/tickets/accept.ts", "db/testing/given.ts", "product-imports-no-test-code"],
  ["api/routes.ts", "api/routes.test.ts", "product-imports-no-test-code"],
  ["db/client.ts", "proof/bench/environment.ts", "product-imports-no-test-code"],
  ["sync/client/desk.ts", "sync/testing/convergence/device.ts", "product-imports-no-test-code"],
])("%s may not import %s", async (from, to, rule) => {
  expect(await planted(from, to)).toContain(rule);
});

test.each([
  ["domain/desk/tickets/accept.ts", "domain/desk/contacts/index.ts"],
  ["domain/desk/tickets/accept.ts", "domain/ground/context.ts"],
  ["domain/office/mails/send.ts", "domain/account/users/index.ts"],
  ["domain/desk/meta/login.ts", "outside/graph/index.ts"],
  ["domain/desk/meta/login.ts", "node:crypto"],
  ["pwa/screens/tags/index.ts", "pwa/screens/contacts/parts/dialog.ts"],
  ["pwa/screens/tags/index.ts", "pwa/screens/lists/index.ts"],
  ["connector/channels.ts", "connector/channels/whatsapp/jids.ts"],
  ["connector/channels/whatsapp/jids.ts", "connector/media/media-fetcher.ts"],
])("%s may import %s", async (from, to) => {
  expect(await planted(from, to)).toEqual([]);
});
