-- What a watcher wants to know of all companies together: counts and ages, never whose or what.
CREATE FUNCTION desk_gauges() RETURNS TABLE (gauge text, label text, value double precision)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT 'connections', status::text, count(*)::float FROM connections GROUP BY status
  UNION ALL SELECT 'connections_unowned', '', count(*)::float FROM connection_leases
    WHERE desired = 'up' AND (owner IS NULL OR lease_until < now()) AND (retry_at IS NULL OR retry_at < now())
  UNION ALL SELECT 'inbox_waiting', '', count(*)::float FROM inbox WHERE done_at IS NULL
  UNION ALL SELECT 'inbox_oldest_seconds', '', coalesce(extract(epoch FROM now() - min(created_at)), 0)::float FROM inbox WHERE done_at IS NULL
  UNION ALL SELECT 'outbox_waiting', '', count(*)::float FROM messages WHERE send_after IS NOT NULL
  UNION ALL SELECT 'outbox_overdue_seconds', '', greatest(coalesce(extract(epoch FROM now() - min(send_after)), 0), 0)::float FROM messages WHERE send_after IS NOT NULL
  UNION ALL SELECT 'changes_unnumbered', '', count(*)::float FROM changes WHERE rev IS NULL
  UNION ALL SELECT 'changes_unnumbered_seconds', '', coalesce(extract(epoch FROM now() - min(at)), 0)::float FROM changes WHERE rev IS NULL
$$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION desk_gauges() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION desk_gauges() TO balcao_app;
--> statement-breakpoint
-- How far this database is migrated, for who must not read the migrator's own schema.
CREATE FUNCTION newest_migration() RETURNS bigint
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public AS $$
BEGIN
  RETURN (SELECT max(created_at) FROM drizzle.__drizzle_migrations);
END $$;
