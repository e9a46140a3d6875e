import type { Sql } from "postgres";

/** A message as the desk has it. */
export interface DeskMessage {
  /** The channel's id, which the customer's phone knows too. */
  id: string;
  /** Rows with that id: more than one would be shown twice. */
  count: number;
  /** 0 on the server, 1 accepted by the channel, 2 delivered, 3 read, 4 played. */
  ack: number;
  /** Written by a person at the desk: not by the customer, the robot or the shop's phone. */
  isAgents: boolean;
}

export interface DeskConversation {
  messages: DeskMessage[];
  /** A ticket of the conversation was handed to another agent or queue. */
  wasTransferred: boolean;
}

export interface DeskReader {
  /** Answers what the desk knows of the messages with these ids, of one connection. */
  readConversation(connectionId: string, messageIds: string[]): Promise<DeskConversation>;
}

/** Reads from the desk's tables what has arrived there, as proof for the sandbox's steps. `sql` signs in as the owner. */
export function openDeskReader(sql: Sql): DeskReader {
  return {
    async readConversation(connectionId, messageIds) {
      const rows = await sql<(DeskMessage & { ticketIds: string[] })[]>`
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
