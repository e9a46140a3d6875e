import type { Sql } from "postgres";
import { DEMO_PASSWORD, demoAccounts } from "../domain/account/users/index.ts";
import type { DemoAccount, StoredConversation, StoredMessage } from "./wire.ts";

export interface ConversationReader {
  /** Returns the account with which visitors try the desk; null: this database has no demo companies. */
  readDemoAccount(): Promise<DemoAccount | null>;

  /** Returns the messages of one connection that have these ids, and whether a ticket of theirs was transferred. */
  readConversation(connectionId: string, messageIds: string[]): Promise<StoredConversation>;
}

/**
 * Opens a reader of Balcão's tables, which proves that a step of the sandbox's page was done. `sql` signs in as the
 * owner.
 */
export function openConversationReader(sql: Sql): ConversationReader {
  return {
    async readDemoAccount() {
      const email = demoAccounts.ana;
      const [user] = await sql<{ name: string }[]>`SELECT name FROM users WHERE email = ${email} LIMIT 1`;
      return user ? { name: user.name, email, password: DEMO_PASSWORD } : null;
    },
    async readConversation(connectionId, messageIds) {
      const rows = await sql<(StoredMessage & { ticketIds: string[] })[]>`
        SELECT m.provider_id AS id, count(*)::int AS count, max(m.ack)::int AS ack,
          bool_or(m.from_me AND m.user_id IS NOT NULL AND m.origin IS NULL) AS "isAgents",
          array_agg(m.ticket_id::text) AS "ticketIds"
        FROM messages m JOIN connections c ON c.company_id = m.company_id AND c.id = m.connection_id
        WHERE c.id::text = ${connectionId} AND m.provider_id = ANY(${messageIds})
        GROUP BY m.provider_id`;
      const ticketIds = rows.flatMap((row) => row.ticketIds);
      const transfers = await sql`
        SELECT 1 FROM ticket_events WHERE type = 'transferred' AND ticket_id::text = ANY(${ticketIds}) LIMIT 1`;
      const messages = rows.map(({ id, count, ack, isAgents }) => ({ id, count, ack, isAgents }));
      return { messages, wasTransferred: transfers.length > 0 };
    },
  };
}
