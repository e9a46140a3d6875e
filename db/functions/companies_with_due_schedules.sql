-- Returns the companies with scheduled messages that are due.
CREATE OR REPLACE FUNCTION companies_with_due_schedules(at timestamptz, companies uuid[]) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE company uuid;
BEGIN
  FOR company IN SELECT DISTINCT s.company_id FROM schedules s
    WHERE (companies IS NULL OR s.company_id = ANY (companies)) AND s.status = 'pending' AND s.send_at <= at
  LOOP
    IF company_receives(company, at) THEN RETURN NEXT company; END IF;
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION companies_with_due_schedules(timestamptz, uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION companies_with_due_schedules(timestamptz, uuid[]) TO balcao_app;
COMMENT ON FUNCTION companies_with_due_schedules(timestamptz, uuid[]) IS 'over all companies';
