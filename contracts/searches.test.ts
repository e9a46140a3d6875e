import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * Every file that compares a typed search text. `numbers`: it looks for people, and finds a number however it is
 * written: through `personWords`, or `containingPerson` on the server. Otherwise the texts that it compares.
 */
const searches: Readonly<Record<string, "numbers" | `only ${string}`>> = {
  "domain/office/announcements/list-announcements.ts": "only titles and texts",
  "domain/account/audit/page-of-audit.ts": "only names and reasons",
  "domain/account/billing/list-invoices.ts": "only texts and numbers of invoices",
  "domain/marketing/campaigns/list-campaigns.ts": "only names of campaigns",
  "domain/marketing/campaigns/recipients/list-recipients.ts": "numbers",
  "domain/office/chats/list-chats.ts": "only titles and names of colleagues",
  "domain/marketing/contact-lists/list-items.ts": "numbers",
  "domain/marketing/contact-lists/list-lists.ts": "only names of lists",
  "domain/desk/contacts/search-contacts.ts": "numbers",
  "domain/office/mails/list-mails.ts": "only subjects and e-mail addresses",
  "domain/account/platform/list-companies.ts": "numbers",
  "domain/desk/schedules/list-schedules.ts": "numbers",
  "domain/desk/tags/list-tags.ts": "only names of tags",
  "domain/desk/tickets/search/found-messages.ts": "only texts of messages",
  "domain/desk/tickets/search/search-tickets.ts": "numbers",
  "domain/account/users/list-users.ts": "only names and e-mail addresses of colleagues",
  "pwa/screens/chats/dialog/member-picker.tsx": "only names of colleagues",
  "pwa/screens/contact-lists/parts/add-to-list-dialog.tsx": "only names of lists",
  "pwa/screens/kanban/board-of.ts": "numbers",
  "pwa/screens/lists/use-kept-refs.ts": "only names of queues, tags and colleagues",
  "pwa/screens/queues/index.tsx": "only names of queues",
  "pwa/screens/quick-messages/use-quick-list.ts": "only shortcuts and texts",
  "pwa/screens/schedules/agenda.tsx": "numbers",
  "pwa/screens/tickets/composer/quick-replies.ts": "only shortcuts and texts",
  "pwa/screens/tickets/composer/quick-reply-list.tsx": "only shortcuts and texts",
  "pwa/screens/tickets/conversation/find-in-thread.ts": "only texts of one conversation",
  "pwa/screens/tickets/list/search-pane.tsx": "only the words that it marks in results",
  "pwa/screens/tickets/ticket-tags.tsx": "only names of tags",
  "pwa/screens/tickets/transfer-dialog.tsx": "only names of colleagues",
  "pwa/shell/palette/palette.tsx": "only names of screens and actions",
  "sync/client/cache/queries.ts": "numbers",
  "sync/client/search/chat-search.ts": "only internal chats",
  "sync/client/search/search-index.ts": "numbers",
  "sync/client/views/search.ts": "numbers",
};

const comparesTexts = /\b(?:searchWords|personWords|containing|containingPerson)\(|\bsearchable\([^)]*\)+\.includes\(/;
const readsNumbers = /\b(?:personWords|containingPerson)\(/;

test("the table names every file that compares a search text, and those of people read numbers", () => {
  const files = globSync("{contracts,domain,pwa,sync,api,connector}/**/*.{ts,tsx}", {
    exclude: (path) => /\.test\.tsx?$|(?:^|\/)(?:testing|paraglide|node_modules)$/.test(path),
  });
  const home = ["domain/ground/containing.ts", "contracts/phones.ts"];
  const found = files
    .filter((file) => !home.includes(file))
    .flatMap((file) => {
      const source = readFileSync(file, "utf8");
      return comparesTexts.test(source) ? [[file, readsNumbers.test(source)] as const] : [];
    });
  const expected = Object.entries(searches).map(([file, what]) => [file, what === "numbers"] as const);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
});
