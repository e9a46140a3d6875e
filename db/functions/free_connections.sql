-- Returns connections that should be up and have no living owner. The claim states the row that was seen.
-- `lapsed_until`: the end of the lease of an owner that did not release it.
CREATE OR REPLACE FUNCTION free_connections(companies uuid[], most int) RETURNS TABLE (company_id uuid, connection_id uuid, epoch bigint, lapsed_until timestamptz)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE found int := 0;
BEGIN
  FOR company_id, connection_id, epoch, lapsed_until IN
    SELECT l.company_id, l.connection_id, l.epoch, CASE WHEN l.owner IS NOT NULL THEN l.lease_until END FROM connection_leases l JOIN companies c ON c.id = l.company_id
    WHERE (companies IS NULL OR l.company_id = ANY (companies)) AND (companies IS NULL OR c.id = ANY (companies))
      AND l.desired = 'up' AND (l.owner IS NULL OR l.lease_until < now()) AND (l.retry_at IS NULL OR l.retry_at < now())
      AND c.is_active AND c.deleted_at IS NULL AND (c.plan_id IS NULL OR c.due_date >= now() - interval '30 days')
    ORDER BY l.lease_until NULLS FIRST
  LOOP
    IF company_receives(company_id, now()) THEN
      RETURN NEXT;
      found := found + 1;
    END IF;
    EXIT WHEN found = most;
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION free_connections(uuid[], int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION free_connections(uuid[], int) TO balcao_app;
COMMENT ON FUNCTION free_connections(uuid[], int) IS 'over all companies';
