import { pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { companyId, instant, ownedBy } from "./columns.ts";
import { bytea, channel, connections } from "./connections.ts";

/**
 * The Facebook page or Instagram account behind a connection. Belongs to this company until the connection is
 * deleted.
 */
export const channelAccounts = pgTable(
  "channel_accounts",
  {
    companyId: companyId(),
    connectionId: uuid("connection_id").notNull(),
    channel: channel("channel").notNull(),
    /** The id in webhooks: the page's, or the Instagram account's. */
    accountId: text("account_id").notNull(),
    /** The page that holds the token; for a page, its own id. */
    pageId: text("page_id").notNull(),
    /** The Facebook user who connected the page. */
    facebookUserId: text("facebook_user_id").notNull(),
    /** The page's token, encrypted with SECRET_KEY; null after a person disconnected it. */
    sealed: bytea("sealed"),
    linkedAt: instant("linked_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.connectionId] }),
    uniqueIndex("channel_accounts_account").on(t.companyId, t.channel, t.accountId),
    ownedBy([t.companyId, t.connectionId], connections),
  ],
);
