-- Returns whether a company's channels, jobs and due work run.
CREATE OR REPLACE FUNCTION company_receives(company uuid, at timestamptz) RETURNS boolean
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE c record;
BEGIN
  SELECT is_active, deleted_at, due_date, plan_id INTO c FROM companies WHERE id = company;
  RETURN FOUND AND company_standing(company, c.is_active, c.deleted_at, c.due_date, c.plan_id, at) IN ('works', 'expired');
END $$;
REVOKE EXECUTE ON FUNCTION company_receives(uuid, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION company_receives(uuid, timestamptz) TO balcao_app;
