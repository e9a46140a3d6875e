-- Returns the companies that were deleted 30 days ago or earlier and still have rows.
CREATE OR REPLACE FUNCTION companies_to_remove() RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT id FROM companies WHERE deleted_at < now() - interval '30 days' ORDER BY deleted_at;
END $$;
REVOKE EXECUTE ON FUNCTION companies_to_remove() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION companies_to_remove() TO balcao_app;
COMMENT ON FUNCTION companies_to_remove() IS 'over all companies';
