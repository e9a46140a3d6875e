import postgres from "postgres";
import type { Company } from "../data/generate.ts";

/**
 * Reference for the REST rows: the same rows by one plain statement each over one connection, as the owner, without
 * HTTP, session, transaction, row-level security or visibility.
 */
export function referenceSql(url: string, of: Company) {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const views = sql`
    select t.*, c.name as contact_name, c.number as contact_number, q.name as queue, u.name as user, m.body, m.ack,
      (select json_agg(tag_id) from ticket_tags g where g.company_id = t.company_id and g.ticket_id = t.id) as tags
    from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    left join queues q on q.company_id = t.company_id and q.id = t.queue_id
    left join users u on u.company_id = t.company_id and u.id = t.user_id
    left join messages m on m.company_id = t.company_id and m.id = t.last_message_id`;
  return {
    ticket: (id: string) => sql`${views} where t.company_id = ${of.id} and t.id = ${id}`,
    list: (status: string) =>
      sql`${views} where t.company_id = ${of.id} and t.status = ${status} order by t.last_message_at desc, t.id limit 41`,
    thread: (id: string) => sql`select m.* from messages m where m.company_id = ${of.id} and m.ticket_id = ${id}
      order by m.created_at desc, m.seq desc, m.id desc limit 21`,
    contacts: (
      text: string,
    ) => sql`select c.* from contacts c where c.company_id = ${of.id} and c.search like ${`%${text}%`}
      order by c.name, c.id limit 21`,
    messages: (text: string) => sql`select distinct m.ticket_id from messages m
      where m.company_id = ${of.id} and m.search like ${`%${text}%`} limit 41`,
    closings: (days: number) => sql`select e.user_id, count(*), avg(e.seconds) from ticket_events e
      where e.company_id = ${of.id} and e.type = 'closed' and e.at >= now() - make_interval(days => ${days}) group by 1`,
    sql,
    close: () => sql.end(),
  };
}
