-- Creates the change log's partitions of the next days and drops those older than `days`. It uses now(), which follows
-- the clock of a test run; the keyword current_date does not.
CREATE OR REPLACE FUNCTION keep_change_partitions(keep_days int DEFAULT 30) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE day date; today date := (now() AT TIME ZONE 'UTC')::date; part record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('keep_change_partitions'));
  FOR day IN SELECT generate_series(today - 1, today + 3, interval '1 day')::date LOOP
    IF to_regclass(format('changes_%s', to_char(day, 'YYYYMMDD'))) IS NULL THEN
      EXECUTE format('CREATE TABLE changes_%s PARTITION OF changes FOR VALUES FROM (%L) TO (%L)',
        to_char(day, 'YYYYMMDD'), day::timestamp AT TIME ZONE 'UTC', (day + 1)::timestamp AT TIME ZONE 'UTC');
      EXECUTE format('ALTER TABLE changes_%s ENABLE ROW LEVEL SECURITY', to_char(day, 'YYYYMMDD'));
      EXECUTE format('ALTER TABLE changes_%s FORCE ROW LEVEL SECURITY', to_char(day, 'YYYYMMDD'));
    END IF;
  END LOOP;
  FOR part IN SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
              WHERE i.inhparent = 'changes'::regclass AND c.relname ~ '^changes_\d{8}$'
                AND to_date(right(c.relname, 8), 'YYYYMMDD') < today - keep_days LOOP
    EXECUTE format('DROP TABLE %I', part.relname);
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION keep_change_partitions(int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION keep_change_partitions(int) TO balcao_app;
