-- Returns the companies with waiting tickets that a rule may move: `redirect`, to the queue of their connection; any
-- other value, to the next agent of a queue that rotates.
CREATE OR REPLACE FUNCTION companies_with_waiting_tickets(what text, companies uuid[]) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE company uuid;
BEGIN
  IF what = 'redirect' THEN
    FOR company IN SELECT DISTINCT t.company_id FROM tickets t
      JOIN connections c ON c.company_id = t.company_id AND c.id = t.connection_id
      WHERE (companies IS NULL OR t.company_id = ANY (companies)) AND (companies IS NULL OR c.company_id = ANY (companies))
        AND t.status = 'pending' AND NOT t.is_group AND t.queue_id IS NULL AND c.redirect_after_minutes > 0 AND c.redirect_queue_id IS NOT NULL
    LOOP
      IF company_receives(company, now()) THEN RETURN NEXT company; END IF;
    END LOOP;
  ELSE
    FOR company IN SELECT DISTINCT t.company_id FROM tickets t
      JOIN queues q ON q.company_id = t.company_id AND q.id = t.queue_id
      WHERE (companies IS NULL OR t.company_id = ANY (companies)) AND (companies IS NULL OR q.company_id = ANY (companies))
        AND t.status = 'pending' AND NOT t.is_group AND NOT t.is_bot AND q.is_rotating
    LOOP
      IF company_receives(company, now()) THEN RETURN NEXT company; END IF;
    END LOOP;
  END IF;
END $$;
REVOKE EXECUTE ON FUNCTION companies_with_waiting_tickets(text, uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION companies_with_waiting_tickets(text, uuid[]) TO balcao_app;
COMMENT ON FUNCTION companies_with_waiting_tickets(text, uuid[]) IS 'over all companies';
