-- Lists the partitions of the change log with their bounds in UTC, read from the catalogue.
CREATE OR REPLACE FUNCTION change_partitions() RETURNS TABLE (name text, begins timestamp, ends timestamp)
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT c.relname::text, (bounds.found)[1]::timestamptz AT TIME ZONE 'UTC', (bounds.found)[2]::timestamptz AT TIME ZONE 'UTC'
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  CROSS JOIN regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \(''([^'']+)''\) TO \(''([^'']+)''\)') AS bounds(found)
  WHERE i.inhparent = 'changes'::regclass
$$;
