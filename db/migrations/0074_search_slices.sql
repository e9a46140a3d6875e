-- The slices of the message search that a message belongs to: its ticket's (the company, and the first 22 bits of the ticket's id, which
-- are about 19 hours of a UUIDv7) and its company's. Only functions of pg_catalog: an index is maintained without a search path.
CREATE FUNCTION search_slices(company uuid, ticket uuid) RETURNS bytea[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY[
    set_byte(overlay(uuid_send(company) PLACING substring(uuid_send(ticket), 1, 3) FROM 1), 2, get_byte(uuid_send(ticket), 2) & 252),
    uuid_send(company)
  ]
$$;
--> statement-breakpoint
-- Slices and trigrams in one index: a search reads the entries of its slices only, instead of those of all messages of all companies.
-- Built before the old one is dropped: until then messages can be read.
CREATE INDEX messages_search_slices ON messages USING gin (search_slices(company_id, ticket_id), search gin_trgm_ops);
--> statement-breakpoint
DROP INDEX messages_search;
--> statement-breakpoint
ALTER INDEX messages_search_slices RENAME TO messages_search;
--> statement-breakpoint
-- tickets_saying(text, int) stays for processes of the former version, which run until they are replaced.
-- Returns the ticket and the queue of each matching message, of at most `most`.
-- Null slices: all messages of the company, by the company's own slice. That one is no help to a company that has most of the messages;
-- reltuples is not positive before the first ANALYZE and on a coordinator of Citus.
-- Planned with the values: LIKE has no estimate for an unknown pattern, and a coordinator of Citus refuses a plan without the company.
-- Only this index knows both conditions; the other settings keep the planner from the indexes that know the company alone.
CREATE FUNCTION tickets_saying(pattern text, slices bytea[], most int) RETURNS TABLE (ticket_id uuid, queue_id uuid)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET enable_indexscan = off AS $$
DECLARE
  company uuid := nullif(current_setting('app.company', true), '')::uuid;
  wanted bytea[] := slices;
  counted_tickets bigint;
  all_tickets real;
BEGIN
  IF wanted IS NULL THEN
    SELECT c.last INTO counted_tickets FROM ticket_counters c WHERE c.company_id = company;
    SELECT c.reltuples INTO all_tickets FROM pg_class c WHERE c.oid = 'tickets'::regclass;
    wanted := CASE WHEN all_tickets > 0 AND counted_tickets > all_tickets / 2 THEN NULL ELSE ARRAY[uuid_send(company)] END;
  END IF;
  IF wanted IS NULL THEN
    RETURN QUERY SELECT m.ticket_id, m.queue_id FROM messages m
      WHERE m.company_id = company AND NOT m.is_deleted AND m.search LIKE pattern LIMIT most;
  ELSE
    RETURN QUERY SELECT m.ticket_id, m.queue_id FROM messages m
      WHERE m.company_id = company AND search_slices(m.company_id, m.ticket_id) && wanted AND NOT m.is_deleted AND m.search LIKE pattern
      LIMIT most;
  END IF;
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION tickets_saying(text, bytea[], int) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION tickets_saying(text, bytea[], int) TO balcao_app;
