-- Lets functions that run as the owner look in the caller's temporary schema last, where Postgres otherwise looks
-- first, and lets only the owner make temporary tables. Runs after each migration, so that no function is forgotten.
CREATE OR REPLACE FUNCTION protect_owner_functions() RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE found record;
BEGIN
  FOR found IN SELECT p.oid::regprocedure AS signature FROM pg_proc p
               WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef
                 AND NOT coalesce(p.proconfig @> ARRAY['search_path=public, pg_temp'], false) LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = public, pg_temp', found.signature);
  END LOOP;
  EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
END $$;
REVOKE EXECUTE ON FUNCTION protect_owner_functions() FROM PUBLIC;
