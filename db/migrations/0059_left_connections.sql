ALTER TABLE "campaign_connections" ADD COLUMN "deleted_name" text;--> statement-breakpoint
ALTER TABLE "campaign_connections" ADD COLUMN "is_left" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "is_marketing" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "campaign_connections_deleted" ON "campaign_connections" USING btree ("company_id") WHERE deleted_name is not null and not is_left;
--> statement-breakpoint
-- A campaign keeps the name of a deleted connection for its report. Its recipients move to others: work of kind 'leave'.
CREATE FUNCTION leave_deleted_connection() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE campaign_connections SET deleted_name = OLD.name WHERE company_id = OLD.company_id AND connection_id = OLD.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER leave_deleted_connection AFTER DELETE ON connections FOR EACH ROW EXECUTE FUNCTION leave_deleted_connection();
--> statement-breakpoint
UPDATE campaign_connections AS p SET deleted_name = ''
WHERE NOT EXISTS (SELECT FROM connections AS x WHERE x.company_id = p.company_id AND x.id = p.connection_id);
--> statement-breakpoint
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
  SELECT DISTINCT 'leave', c.company_id, c.id, NULL::uuid, at
  FROM campaigns AS c
  JOIN campaign_connections AS p ON p.company_id = c.company_id AND p.campaign_id = c.id
  WHERE c.status = 'running' AND p.deleted_name IS NOT NULL AND NOT p.is_left
  UNION ALL
  SELECT 'finish', c.company_id, c.id, NULL, at
  FROM campaigns AS c
  WHERE c.status = 'running' AND NOT EXISTS (
    SELECT FROM unnest(ARRAY['waiting', 'asked', 'confirmed']) AS open (state)
    CROSS JOIN LATERAL (SELECT FROM campaign_recipients AS r WHERE r.company_id = c.company_id
      AND r.campaign_id = c.id AND r.state = open.state ORDER BY r.reason, r.progress LIMIT 1) AS one)
$$;
--> statement-breakpoint
-- An opt-out belongs to the person: when an address of a contact is removed, it counts for the addresses that remain.
-- The old address keeps it, because its owner has not agreed to anything.
CREATE FUNCTION keep_opt_out() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO opt_outs (company_id, kind, match_key, since)
  SELECT a.company_id, a.kind, a.match_key, min(o.since)
  FROM removed AS r
  JOIN opt_outs AS o ON o.company_id = r.company_id AND o.kind = r.kind AND o.match_key = r.match_key
  JOIN contact_addresses AS a ON a.company_id = r.company_id AND a.contact_id = r.contact_id
  GROUP BY a.company_id, a.kind, a.match_key
  ORDER BY a.company_id, a.kind, a.match_key
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_opt_out AFTER DELETE ON contact_addresses REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION keep_opt_out();
