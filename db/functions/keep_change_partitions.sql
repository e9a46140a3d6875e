-- Creates the change log's partitions of the next days, each until the end of its month, and drops those that ended
-- more than `keep_days` ago. Times are in UTC. It uses now(), which follows the clock of a test run; the keyword
-- current_date does not.
CREATE OR REPLACE FUNCTION keep_change_partitions(keep_days int DEFAULT 30) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE today timestamp := date_trunc('day', now() AT TIME ZONE 'UTC'); day timestamp; first_day timestamp; end_day timestamp; part record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('keep_change_partitions'));
  FOR day IN SELECT generate_series(today - interval '1 day', today + interval '3 days', interval '1 day') LOOP
    CONTINUE WHEN EXISTS (SELECT FROM change_partitions() p WHERE p.begins <= day AND p.ends > day);
    SELECT greatest(date_trunc('month', day), max(p.ends)) INTO first_day FROM change_partitions() p WHERE p.ends <= day;
    SELECT least(date_trunc('month', day) + interval '1 month', min(p.begins)) INTO end_day FROM change_partitions() p WHERE p.begins > day;
    EXECUTE format('CREATE TABLE changes_%s PARTITION OF changes FOR VALUES FROM (%L) TO (%L)',
      to_char(first_day, 'YYYYMMDD'), first_day AT TIME ZONE 'UTC', end_day AT TIME ZONE 'UTC');
    EXECUTE format('ALTER TABLE changes_%s ENABLE ROW LEVEL SECURITY', to_char(first_day, 'YYYYMMDD'));
    EXECUTE format('ALTER TABLE changes_%s FORCE ROW LEVEL SECURITY', to_char(first_day, 'YYYYMMDD'));
  END LOOP;
  FOR part IN SELECT p.name FROM change_partitions() p WHERE p.ends <= today - make_interval(days => keep_days) LOOP
    EXECUTE format('DROP TABLE %I', part.name);
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION keep_change_partitions(int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION keep_change_partitions(int) TO balcao_app;
