-- Writes a change of an announcement for every company. Only for the platform.
CREATE OR REPLACE FUNCTION log_announcement(document uuid, was_active boolean, is_active boolean) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE was jsonb; is_now jsonb; logged_at timestamptz;
BEGIN
  IF current_setting('app.platform', true) IS DISTINCT FROM 'on' THEN RAISE insufficient_privilege USING MESSAGE = 'only the platform logs announcements'; END IF;
  IF NOT coalesce(was_active, false) AND NOT coalesce(is_active, false) THEN RETURN; END IF;
  IF was_active IS NOT NULL THEN was := jsonb_build_object('isActive', was_active); END IF;
  IF is_active IS NOT NULL THEN is_now := jsonb_build_object('isActive', is_active); END IF;
  PERFORM pg_advisory_xact_lock(hashtext('announcements'));
  logged_at := clock_timestamp();
  -- Without ON CONFLICT several nodes copy the rows, which row-level security does not allow.
  INSERT INTO unnumbered_changes (company_id, collection, doc_id, part_id, old_scope, new_scope, at)
    SELECT id, 'announcements', document::text, NULL::uuid, was, is_now, logged_at FROM companies
    WHERE deleted_at IS NULL OR deleted_at > now() - interval '30 days'
    ON CONFLICT DO NOTHING;
  PERFORM pg_notify('balcao_announcements', document::text);
END $$;
REVOKE EXECUTE ON FUNCTION log_announcement(uuid, boolean, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION log_announcement(uuid, boolean, boolean) TO balcao_app;
COMMENT ON FUNCTION log_announcement(uuid, boolean, boolean) IS 'over all companies';
