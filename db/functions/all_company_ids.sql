-- Returns the ids of all companies, from the directory.
CREATE OR REPLACE FUNCTION all_company_ids() RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$ SELECT company_id FROM company_keys WHERE kind = 'company' $$;
REVOKE EXECUTE ON FUNCTION all_company_ids() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION all_company_ids() TO balcao_app;
