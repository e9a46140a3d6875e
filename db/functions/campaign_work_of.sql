-- Returns the work of campaigns that is due within three seconds, also of companies whose connections are suspended. Each
-- table names the asked companies: on several nodes, a table without them is read on every node, and a node that does
-- not answer would stop the companies of the others.
CREATE OR REPLACE FUNCTION campaign_work_of(at timestamptz, asked_before timestamptz, companies uuid[])
  RETURNS TABLE (kind text, company_id uuid, campaign_id uuid, connection_id uuid, due_at timestamptz)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  RETURN QUERY SELECT 'start', c.company_id, c.id, NULL::uuid, c.scheduled_at
    FROM campaigns AS c
    WHERE (companies IS NULL OR c.company_id = ANY (companies)) AND c.status = 'scheduled' AND c.scheduled_at <= at + interval '3 seconds';
  RETURN QUERY SELECT 'timeout', r.company_id, r.campaign_id, NULL::uuid, min(r.asked_at) + (at - asked_before)
    FROM campaign_recipients AS r
    WHERE (companies IS NULL OR r.company_id = ANY (companies)) AND r.state = 'asked' AND r.asked_at <= asked_before + interval '3 seconds'
    GROUP BY r.company_id, r.campaign_id;
  RETURN QUERY SELECT 'send', c.company_id, c.id, p.connection_id, p.next_send_at
    FROM campaigns AS c
    JOIN campaign_connections AS p ON p.company_id = c.company_id AND p.campaign_id = c.id
    JOIN connections AS x ON x.company_id = p.company_id AND x.id = p.connection_id AND x.status = 'CONNECTED'
    WHERE (companies IS NULL OR c.company_id = ANY (companies)) AND (companies IS NULL OR p.company_id = ANY (companies))
      AND (companies IS NULL OR x.company_id = ANY (companies)) AND c.status = 'running' AND p.next_send_at <= at + interval '3 seconds' AND coalesce(
      (SELECT true FROM campaign_recipients AS r WHERE r.company_id = c.company_id AND (companies IS NULL OR r.company_id = ANY (companies))
        AND r.campaign_id = c.id AND r.state = 'confirmed' AND r.connection_id BETWEEN p.connection_id AND p.connection_id
        ORDER BY r.connection_id, r.position LIMIT 1),
      (SELECT true FROM campaign_recipients AS r WHERE r.company_id = c.company_id AND (companies IS NULL OR r.company_id = ANY (companies))
        AND r.campaign_id = c.id AND r.state = 'waiting' AND r.connection_id BETWEEN p.connection_id AND p.connection_id
        ORDER BY r.connection_id, r.position LIMIT 1),
      (SELECT true FROM campaign_recipients AS r WHERE r.company_id = c.company_id AND (companies IS NULL OR r.company_id = ANY (companies))
        AND r.campaign_id = c.id AND r.state = 'waiting' AND r.connection_id IS NULL AND x.channel = 'whatsapp'
        ORDER BY r.connection_id, r.position LIMIT 1),
      false);
  RETURN QUERY SELECT DISTINCT 'leave', c.company_id, c.id, NULL::uuid, at
    FROM campaigns AS c
    JOIN campaign_connections AS p ON p.company_id = c.company_id AND p.campaign_id = c.id
    WHERE (companies IS NULL OR c.company_id = ANY (companies)) AND (companies IS NULL OR p.company_id = ANY (companies))
      AND c.status = 'running' AND p.deleted_name IS NOT NULL AND NOT p.is_left;
  kind := 'finish';
  connection_id := NULL;
  due_at := at;
  FOR company_id, campaign_id IN SELECT c.company_id, c.id FROM campaigns AS c
    WHERE (companies IS NULL OR c.company_id = ANY (companies)) AND c.status = 'running'
  LOOP
    IF NOT campaign_is_open(company_id, campaign_id) THEN RETURN NEXT; END IF;
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION campaign_work_of(timestamptz, timestamptz, uuid[]) FROM PUBLIC;
COMMENT ON FUNCTION campaign_work_of(timestamptz, timestamptz, uuid[]) IS 'over all companies';
