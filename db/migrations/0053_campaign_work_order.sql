-- Orders that only one index has: without them, the planner walks a campaign's recipients by position, past all that are
-- sent. A range on connection_id keeps its order, an equality would drop it.
CREATE OR REPLACE FUNCTION campaign_work(at timestamptz, asked_before timestamptz)
  RETURNS TABLE (kind text, company_id uuid, campaign_id uuid, connection_id uuid, due_at timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT 'start', c.company_id, c.id, NULL::uuid, c.scheduled_at
  FROM campaigns AS c
  WHERE c.status = 'scheduled' AND c.scheduled_at <= at + interval '1 second'
  UNION ALL
  SELECT 'timeout', r.company_id, r.campaign_id, NULL, min(r.asked_at) + (at - asked_before)
  FROM campaign_recipients AS r
  WHERE r.state = 'asked' AND r.asked_at <= asked_before + interval '1 second'
  GROUP BY r.company_id, r.campaign_id
  UNION ALL
  SELECT 'send', c.company_id, c.id, p.connection_id, p.next_send_at
  FROM campaigns AS c
  JOIN campaign_connections AS p ON p.company_id = c.company_id AND p.campaign_id = c.id
  JOIN connections AS x ON x.company_id = p.company_id AND x.id = p.connection_id AND x.status = 'CONNECTED'
  WHERE c.status = 'running' AND p.next_send_at <= at + interval '1 second' AND coalesce(
    (SELECT true FROM campaign_recipients AS r WHERE r.company_id = c.company_id AND r.campaign_id = c.id
      AND r.state = 'confirmed' AND r.connection_id BETWEEN p.connection_id AND p.connection_id
      ORDER BY r.connection_id, r.position LIMIT 1),
    (SELECT true FROM campaign_recipients AS r WHERE r.company_id = c.company_id AND r.campaign_id = c.id
      AND r.state = 'waiting' AND r.connection_id BETWEEN p.connection_id AND p.connection_id
      ORDER BY r.connection_id, r.position LIMIT 1),
    (SELECT true FROM campaign_recipients AS r WHERE r.company_id = c.company_id AND r.campaign_id = c.id
      AND r.state = 'waiting' AND r.connection_id IS NULL AND x.channel = 'whatsapp'
      ORDER BY r.connection_id, r.position LIMIT 1),
    false)
  UNION ALL
  SELECT 'finish', c.company_id, c.id, NULL, at
  FROM campaigns AS c
  WHERE c.status = 'running' AND NOT EXISTS (
    SELECT FROM unnest(ARRAY['waiting', 'asked', 'confirmed']) AS open (state)
    CROSS JOIN LATERAL (SELECT FROM campaign_recipients AS r WHERE r.company_id = c.company_id
      AND r.campaign_id = c.id AND r.state = open.state ORDER BY r.reason, r.progress LIMIT 1) AS one)
$$;
