-- Returns the companies whose connections have to be suspended or resumed because of their due date.
CREATE OR REPLACE FUNCTION companies_to_suspend(at timestamptz) RETURNS TABLE (company_id uuid, is_suspended boolean)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE c record;
BEGIN
  FOR c IN SELECT id, is_active, deleted_at, due_date, plan_id, suspended_at FROM companies
           WHERE suspended_at IS NOT NULL OR due_date < at - interval '30 days' LOOP
    company_id := c.id;
    is_suspended := company_standing(c.id, c.is_active, c.deleted_at, c.due_date, c.plan_id, at) = 'suspended';
    IF is_suspended <> (c.suspended_at IS NOT NULL) THEN RETURN NEXT; END IF;
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION companies_to_suspend(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION companies_to_suspend(timestamptz) TO balcao_app;
COMMENT ON FUNCTION companies_to_suspend(timestamptz) IS 'over all companies';
