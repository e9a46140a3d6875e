-- Returns how many rows `remove_company_rows` will remove, without those of the change log, into which it writes.
CREATE OR REPLACE FUNCTION count_company_rows(company uuid) RETURNS bigint
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE tab record; found bigint; total bigint := 0;
BEGIN
  FOR tab IN
    SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'company_id' AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.oid NOT IN (SELECT inhrelid FROM pg_inherits)
  LOOP
    EXECUTE format('SELECT count(*) FROM %I WHERE company_id = $1', tab.relname) INTO found USING company;
    total := total + found;
  END LOOP;
  RETURN total;
END $$;
REVOKE EXECUTE ON FUNCTION count_company_rows(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION count_company_rows(uuid) TO balcao_app;
