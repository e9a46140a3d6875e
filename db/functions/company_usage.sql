-- Returns the users, connections, queues, messages since a time, and stored bytes of companies. Only for the platform.
CREATE OR REPLACE FUNCTION company_usage(ids uuid[], since timestamptz)
  RETURNS TABLE (company_id uuid, users int, connections int, queues int, messages int, stored_bytes bigint)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF current_setting('app.platform', true) IS DISTINCT FROM 'on' THEN RETURN; END IF;
  FOR company_id IN SELECT c.id FROM companies c WHERE c.id = ANY (ids) LOOP
    users := (SELECT count(*) FROM users u WHERE u.company_id = company_usage.company_id);
    connections := (SELECT count(*) FROM connections o WHERE o.company_id = company_usage.company_id);
    queues := (SELECT count(*) FROM queues q WHERE q.company_id = company_usage.company_id);
    messages := (SELECT count(*) FROM tickets t
      JOIN messages m ON m.company_id = company_usage.company_id AND m.ticket_id = t.id AND m.created_at >= since
      WHERE t.company_id = company_usage.company_id AND t.last_message_at >= since);
    stored_bytes := (SELECT coalesce(sum(b.bytes), 0) FROM stored_bytes b WHERE b.company_id = company_usage.company_id);
    RETURN NEXT;
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION company_usage(uuid[], timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION company_usage(uuid[], timestamptz) TO balcao_app;
COMMENT ON FUNCTION company_usage(uuid[], timestamptz) IS 'over all companies';
