ALTER TABLE "connection_leases" ADD COLUMN "lapsed_at" timestamp with time zone;
--> statement-breakpoint
-- Whose owner is gone without a word has been down since that owner last renewed.
CREATE OR REPLACE FUNCTION claim_connections(claimer text, most int, lease_seconds int) RETURNS TABLE (company_id uuid, connection_id uuid, epoch bigint)
  LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$
  UPDATE connection_leases l SET owner = claimer, lease_until = now() + make_interval(secs => lease_seconds), epoch = l.epoch + 1,
    lapsed_at = CASE WHEN l.owner IS NOT NULL THEN l.lease_until - make_interval(secs => lease_seconds) END
  FROM (SELECT c.company_id, c.connection_id FROM connection_leases c
        WHERE c.desired = 'up' AND (c.owner IS NULL OR c.lease_until < now()) AND (c.retry_at IS NULL OR c.retry_at < now())
        ORDER BY c.lease_until NULLS FIRST LIMIT most FOR UPDATE SKIP LOCKED) free
  WHERE l.company_id = free.company_id AND l.connection_id = free.connection_id
  RETURNING l.company_id, l.connection_id, l.epoch
$$;
