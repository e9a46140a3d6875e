-- Returns what a company may do, from the columns of its row (`domain/account/companies/standing.ts`). `works`:
-- everything. `expired`: past its due date, only paying; its channels receive for 30 days. `suspended`: its connections
-- are suspended until it pays. `inactive`: deactivated or deleted. The company of the platform's owner (a super user,
-- no plan) has no due date.
CREATE OR REPLACE FUNCTION company_standing(company uuid, is_active boolean, deleted_at timestamptz, due_date timestamptz, plan_id uuid, at timestamptz) RETURNS text
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN CASE
    WHEN deleted_at IS NOT NULL OR NOT is_active THEN 'inactive'
    WHEN due_date >= at THEN 'works'
    WHEN plan_id IS NULL AND EXISTS (SELECT FROM users u WHERE u.company_id = company AND u.is_super) THEN 'works'
    WHEN due_date >= at - interval '30 days' THEN 'expired'
    ELSE 'suspended' END;
END $$;
REVOKE EXECUTE ON FUNCTION company_standing(uuid, boolean, timestamptz, timestamptz, uuid, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION company_standing(uuid, boolean, timestamptz, timestamptz, uuid, timestamptz) TO balcao_app;
COMMENT ON FUNCTION company_standing(uuid, boolean, timestamptz, timestamptz, uuid, timestamptz) IS 'within a shard';

-- The same from a row.
CREATE OR REPLACE FUNCTION company_standing(c companies, at timestamptz) RETURNS text
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT company_standing(c.id, c.is_active, c.deleted_at, c.due_date, c.plan_id, at)
$$;
REVOKE EXECUTE ON FUNCTION company_standing(companies, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION company_standing(companies, timestamptz) TO balcao_app;
