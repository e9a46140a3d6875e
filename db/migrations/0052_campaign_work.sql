-- The work of campaigns up to one second ahead: workers act on due rows and sleep until the next one. Each verb checks
-- its row again under locks.
CREATE FUNCTION campaign_work(at timestamptz, asked_before timestamptz)
  RETURNS TABLE (kind text, company_id uuid, campaign_id uuid, connection_id uuid, due_at timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
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
  WHERE c.status = 'running' AND p.next_send_at <= at + interval '1 second' AND (
    EXISTS (SELECT FROM campaign_recipients AS r WHERE r.company_id = c.company_id AND r.campaign_id = c.id
      AND r.state = 'confirmed' AND r.connection_id = p.connection_id)
    OR EXISTS (SELECT FROM campaign_recipients AS r WHERE r.company_id = c.company_id AND r.campaign_id = c.id
      AND r.state = 'waiting' AND r.connection_id = p.connection_id)
    OR x.channel = 'whatsapp' AND EXISTS (SELECT FROM campaign_recipients AS r WHERE r.company_id = c.company_id
      AND r.campaign_id = c.id AND r.state = 'waiting' AND r.connection_id IS NULL))
  UNION ALL
  SELECT 'finish', c.company_id, c.id, NULL, at
  FROM campaigns AS c
  WHERE c.status = 'running' AND NOT EXISTS (SELECT FROM campaign_recipients AS r WHERE r.company_id = c.company_id
    AND r.campaign_id = c.id AND r.state IN ('waiting', 'asked', 'confirmed'))
$$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION campaign_work(timestamptz, timestamptz) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION campaign_work(timestamptz, timestamptz) TO balcao_app;
--> statement-breakpoint
-- campaign_work names the due starts.
DROP FUNCTION companies_with_campaigns_to_start(timestamptz);
