-- How far the removal of a deleted company is: its rows at the start, those that are removed, and when the last were.
ALTER TABLE "companies" ADD COLUMN "removal_total" bigint;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "removal_rows" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "removal_at" timestamp with time zone;
--> statement-breakpoint
-- Counts the rows that `remove_company_rows` removes, without the change log, into which it writes.
CREATE FUNCTION count_company_rows(company uuid) RETURNS bigint
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
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION count_company_rows(uuid) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION count_company_rows(uuid) TO balcao_app;
