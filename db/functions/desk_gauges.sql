-- Returns counts and ages over all companies for the metrics. They name no company and no content.
CREATE OR REPLACE FUNCTION desk_gauges() RETURNS TABLE (gauge text, label text, value double precision)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT 'connections', c.status::text, count(*)::float FROM connections c GROUP BY c.status;
  RETURN QUERY SELECT 'connections_unowned', '', count(*)::float FROM connection_leases l
    WHERE l.desired = 'up' AND (l.owner IS NULL OR l.lease_until < now()) AND (l.retry_at IS NULL OR l.retry_at < now());
  RETURN QUERY SELECT 'inbox_waiting', '', count(*)::float FROM inbox WHERE done_at IS NULL;
  RETURN QUERY SELECT 'inbox_oldest_seconds', '', coalesce(extract(epoch FROM now() - min(created_at)), 0)::float FROM inbox WHERE done_at IS NULL;
  RETURN QUERY SELECT 'outbox_waiting', '', count(*)::float FROM messages WHERE send_after IS NOT NULL;
  RETURN QUERY SELECT 'outbox_overdue_seconds', '', greatest(coalesce(extract(epoch FROM now() - min(send_after)), 0), 0)::float
    FROM messages WHERE send_after IS NOT NULL;
  RETURN QUERY SELECT 'changes_unnumbered', '', count(*)::float FROM unnumbered_changes;
  RETURN QUERY SELECT 'changes_unnumbered_seconds', '', coalesce(extract(epoch FROM now() - min(at)), 0)::float FROM unnumbered_changes;
END $$;
REVOKE EXECUTE ON FUNCTION desk_gauges() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION desk_gauges() TO balcao_app;
COMMENT ON FUNCTION desk_gauges() IS 'over all companies';
