-- Returns the ticket and the queue of each matching message, of at most `most`. Null slices: all messages of the
-- company, by the company's own slice, which is not used for a company that has most of the messages; reltuples is not
-- positive before the first ANALYZE and on a coordinator of Citus. Planned with the values: LIKE has no estimate for an
-- unknown pattern, and a coordinator of Citus refuses a plan without the company. Only this index knows both
-- conditions; the other settings keep the planner from the indexes of the company alone.
CREATE OR REPLACE FUNCTION tickets_saying(pattern text, slices bytea[], most int) RETURNS TABLE (ticket_id uuid, queue_id uuid)
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
REVOKE EXECUTE ON FUNCTION tickets_saying(text, bytea[], int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tickets_saying(text, bytea[], int) TO balcao_app;
