-- Returns the connections of an owner that have rows to send or to store: of all that their loops ask for, and also rows
-- that a loop may not take now. `at`: by the clock of the program, which writes and reads these times.
CREATE OR REPLACE FUNCTION connections_with_work(at timestamptz, holder text, companies uuid[]) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  RETURN QUERY SELECT l.connection_id FROM connection_leases l
    WHERE (companies IS NULL OR l.company_id = ANY (companies)) AND l.owner = holder AND coalesce(
      (SELECT true FROM messages m WHERE m.company_id = l.company_id AND (companies IS NULL OR m.company_id = ANY (companies))
        AND m.connection_id = l.connection_id AND m.send_after <= at LIMIT 1),
      (SELECT true FROM messages m WHERE m.company_id = l.company_id AND (companies IS NULL OR m.company_id = ANY (companies))
        AND m.connection_id = l.connection_id AND m.edit_after <= at LIMIT 1),
      (SELECT true FROM messages m WHERE m.company_id = l.company_id AND (companies IS NULL OR m.company_id = ANY (companies))
        AND m.connection_id = l.connection_id AND m.reaction_after <= at LIMIT 1),
      (SELECT true FROM inbox i WHERE i.company_id = l.company_id AND (companies IS NULL OR i.company_id = ANY (companies))
        AND i.connection_id = l.connection_id AND i.done_at IS NULL LIMIT 1),
      false);
END $$;
REVOKE EXECUTE ON FUNCTION connections_with_work(timestamptz, text, uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION connections_with_work(timestamptz, text, uuid[]) TO balcao_app;
COMMENT ON FUNCTION connections_with_work(timestamptz, text, uuid[]) IS 'over all companies';
