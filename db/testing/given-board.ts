import type postgres from "postgres";

/** The lanes of the board from left to right; the lane of tickets without a kanban tag comes before them. */
export const boardLanes = ["Orçamento", "Aguardando pagamento", "Avaria", "VIP"] as const;

/**
 * Fills an empty company with a kanban board, as the database's owner: lanes and open tickets with one message each. Of
 * each ten tickets, six have no kanban tag and each lane has one.
 */
export async function givenBoard(sql: postgres.Sql, companyId: string, cards: number): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`
      insert into tags (company_id, id, name, color, is_kanban, lane_position)
      select ${companyId}, gen_random_uuid(), name, '#2374c4', true, place
      from unnest(${[...boardLanes]}::text[]) with ordinality as lane (name, place)`;
    await tx`
      insert into contacts (company_id, id, name, number, search)
      select ${companyId}, gen_random_uuid(), 'Cliente ' || n, '55319' || (50000000 + n), 'cliente ' || n || ' 55319' || (50000000 + n)
      from generate_series(1, ${cards}) n`;
    await tx`
      insert into tickets (company_id, id, number, status, contact_id, last_message_id, last_message_at)
      select company_id, gen_random_uuid(), n, 'open', id, gen_random_uuid(), now() - make_interval(mins => n)
      from (select *, row_number() over (order by number)::integer as n from contacts where company_id = ${companyId}) c`;
    await tx`
      insert into messages (company_id, id, ticket_id, contact_id, from_me, body, created_at, received_at)
      select company_id, last_message_id, id, contact_id, false, 'Consegue me mandar o orçamento do pedido ' || number || '?',
        last_message_at, last_message_at
      from tickets where company_id = ${companyId}`;
    await tx`
      insert into ticket_tags (company_id, ticket_id, tag_id)
      select t.company_id, t.id, lane.id
      from tickets t join tags lane on lane.company_id = t.company_id and lane.lane_position = t.number % 10
      where t.company_id = ${companyId} and lane.is_kanban`;
    await tx`
      insert into ticket_counters (company_id, last) values (${companyId}, ${cards})
      on conflict (company_id) do update set last = excluded.last`;
  });
}
