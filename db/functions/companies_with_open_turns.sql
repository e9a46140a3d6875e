-- Returns the companies with steps of a flow that are not done.
CREATE OR REPLACE FUNCTION companies_with_open_turns(companies uuid[]) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE company uuid;
BEGIN
  FOR company IN SELECT DISTINCT f.company_id FROM flow_turns f WHERE (companies IS NULL OR f.company_id = ANY (companies)) AND f.done_at IS NULL LOOP
    IF company_receives(company, now()) THEN RETURN NEXT company; END IF;
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION companies_with_open_turns(uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION companies_with_open_turns(uuid[]) TO balcao_app;
COMMENT ON FUNCTION companies_with_open_turns(uuid[]) IS 'over all companies';
