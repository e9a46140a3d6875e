-- Returns the companies of each node. Work over all companies is asked node by node, so that a node that does not
-- answer stops its own companies only. One Postgres is one node (NULL: all companies). On a cluster `distribute`
-- replaces this function.
CREATE OR REPLACE FUNCTION company_places() RETURNS TABLE (place text, companies uuid[])
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT '', NULL::uuid[];
END $$;
REVOKE EXECUTE ON FUNCTION company_places() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION company_places() TO balcao_app;
