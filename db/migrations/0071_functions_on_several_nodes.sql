-- Functions that give the same result on one Postgres and on several nodes, whose rules are in db/README.md. A table is known on a
-- node by the name of its shard, so functions take columns instead of rows. A statement reaches one node if it names the company by
-- a value, so functions hold it in a variable of PL/pgSQL. Trigger functions go through the rows of their statement one by one:
-- the temporary tables `added` and `removed` cannot be joined with a distributed table, nor copied into one.
CREATE FUNCTION ticket_scope(status text, queue_id uuid, user_id uuid, contact_id uuid) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT jsonb_build_object('status', status, 'queueId', queue_id, 'userId', user_id, 'contactId', contact_id)
$$;
--> statement-breakpoint
CREATE FUNCTION schedule_scope(user_id uuid, contact_id uuid) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT jsonb_build_object('userId', user_id, 'contactId', contact_id)
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION log_change(company uuid, collection text, doc_id text, part_id uuid, old_scope jsonb, new_scope jsonb) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changes (company_id, collection, doc_id, part_id, old_scope, new_scope, at)
  VALUES (company, collection, doc_id, part_id, old_scope, new_scope, clock_timestamp());
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION log_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE old_scope jsonb; new_scope jsonb; row tickets := coalesce(NEW, OLD);
BEGIN
  IF TG_OP = 'UPDATE' AND OLD IS NOT DISTINCT FROM NEW THEN RETURN NULL; END IF;
  IF TG_OP <> 'INSERT' THEN old_scope := ticket_scope(OLD.status::text, OLD.queue_id, OLD.user_id, OLD.contact_id); END IF;
  IF TG_OP <> 'DELETE' THEN new_scope := ticket_scope(NEW.status::text, NEW.queue_id, NEW.user_id, NEW.contact_id); END IF;
  PERFORM log_change(row.company_id, 'tickets', row.id::text, NULL, old_scope, new_scope);
  -- A thread is seen by whom its ticket is seen; entering a scope brings it whole, and the contact with it.
  IF old_scope IS DISTINCT FROM new_scope THEN
    PERFORM log_change(row.company_id, 'threads', row.id::text, NULL, old_scope, new_scope);
    PERFORM log_change(row.company_id, 'contacts', row.contact_id::text, row.id, NULL, NULL);
    IF TG_OP = 'UPDATE' AND OLD.contact_id <> NEW.contact_id THEN
      PERFORM log_change(row.company_id, 'contacts', OLD.contact_id::text, row.id, NULL, NULL);
    END IF;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION log_schedule() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE row schedules := coalesce(NEW, OLD); part uuid;
BEGIN
  IF TG_OP = 'UPDATE' AND OLD IS NOT DISTINCT FROM NEW THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' AND (OLD.body, OLD.contact_id, OLD.send_at, OLD.file_id)
    IS NOT DISTINCT FROM (NEW.body, NEW.contact_id, NEW.send_at, NEW.file_id) THEN
    part := NEW.id;
  END IF;
  PERFORM log_change(row.company_id, 'schedules', row.id::text, part,
    CASE WHEN TG_OP <> 'INSERT' THEN schedule_scope(OLD.user_id, OLD.contact_id) END,
    CASE WHEN TG_OP <> 'DELETE' THEN schedule_scope(NEW.user_id, NEW.contact_id) END);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION log_schedules_of_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE old_scope jsonb; new_scope jsonb; row tickets := coalesce(NEW, OLD); schedule record;
BEGIN
  IF TG_OP = 'UPDATE' AND (OLD.contact_id, OLD.queue_id, OLD.user_id)
    IS NOT DISTINCT FROM (NEW.contact_id, NEW.queue_id, NEW.user_id) THEN
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN old_scope := ticket_scope(OLD.status::text, OLD.queue_id, OLD.user_id, OLD.contact_id); END IF;
  IF TG_OP <> 'DELETE' THEN new_scope := ticket_scope(NEW.status::text, NEW.queue_id, NEW.user_id, NEW.contact_id); END IF;
  FOR schedule IN
    SELECT id FROM schedules
    WHERE company_id = row.company_id
      AND contact_id = ANY (ARRAY[(old_scope ->> 'contactId')::uuid, (new_scope ->> 'contactId')::uuid])
      AND (status = 'pending' OR send_at > now() - interval '62 days')
  LOOP
    PERFORM log_change(row.company_id, 'schedules', schedule.id::text, row.id, old_scope, new_scope);
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION log_schedules_of_contact() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE schedule record; scope jsonb;
BEGIN
  FOR schedule IN
    SELECT id, user_id, contact_id FROM schedules WHERE company_id = NEW.company_id AND contact_id = NEW.id
      AND (status = 'pending' OR send_at > now() - interval '62 days')
  LOOP
    scope := schedule_scope(schedule.user_id, schedule.contact_id);
    PERFORM log_change(NEW.company_id, 'schedules', schedule.id::text, NEW.id, scope, scope);
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION log_schedule_of_message() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE schedule record; scope jsonb;
BEGIN
  FOR schedule IN SELECT id, user_id, contact_id FROM schedules WHERE company_id = OLD.company_id AND message_id = OLD.id LOOP
    scope := schedule_scope(schedule.user_id, schedule.contact_id);
    PERFORM log_change(OLD.company_id, 'schedules', schedule.id::text, OLD.id, scope, scope);
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP FUNCTION ticket_scope(tickets);
--> statement-breakpoint
DROP FUNCTION schedule_scope(schedules);
--> statement-breakpoint
CREATE OR REPLACE FUNCTION chat_member_ids(company uuid, chat uuid) RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT coalesce(array_agg(user_id ORDER BY join_order), '{}') FROM chat_members WHERE company_id = company AND chat_id = chat);
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION log_mail_recipients() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE mail record; author uuid;
BEGIN
  FOR mail IN SELECT DISTINCT company_id, mail_id FROM changed LOOP
    SELECT user_id INTO author FROM mails WHERE company_id = mail.company_id AND id = mail.mail_id;
    IF FOUND THEN
      PERFORM log_change(mail.company_id, 'mails', mail.mail_id::text, NULL, NULL, jsonb_build_object('userId', author));
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_campaign_recipients() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE parts refcursor; part record;
BEGIN
  IF TG_OP = 'INSERT' THEN
    OPEN parts FOR SELECT company_id, campaign_id, state, reason, progress, variant, connection_id, count(*) AS n
      FROM added GROUP BY company_id, campaign_id, state, reason, progress, variant, connection_id;
  ELSIF TG_OP = 'UPDATE' THEN
    OPEN parts FOR SELECT company_id, campaign_id, state, reason, progress, variant, connection_id, sum(n) AS n
      FROM (SELECT company_id, campaign_id, state, reason, progress, variant, connection_id, 1 AS n FROM added
            UNION ALL SELECT company_id, campaign_id, state, reason, progress, variant, connection_id, -1 FROM removed) AS changed
      GROUP BY company_id, campaign_id, state, reason, progress, variant, connection_id HAVING sum(n) <> 0;
  ELSE
    OPEN parts FOR SELECT company_id, campaign_id, state, reason, progress, variant, connection_id, -count(*) AS n
      FROM removed GROUP BY company_id, campaign_id, state, reason, progress, variant, connection_id;
  END IF;
  LOOP
    FETCH parts INTO part;
    EXIT WHEN NOT FOUND;
    -- With the owner, all its counts are deleted.
    CONTINUE WHEN TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM campaigns WHERE company_id = part.company_id AND id = part.campaign_id);
    INSERT INTO campaign_counts (company_id, campaign_id, id, state, reason, progress, variant, connection_id, n)
    VALUES (part.company_id, part.campaign_id, gen_random_uuid(), part.state, part.reason, part.progress, part.variant, part.connection_id, part.n);
  END LOOP;
  CLOSE parts;
  IF TG_OP <> 'DELETE' AND random() < 0.02 THEN
    FOR part IN SELECT DISTINCT company_id, campaign_id FROM added LOOP
      PERFORM sum_campaign_counts(part.company_id, part.campaign_id);
    END LOOP;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Replaces the counts that no other transaction holds by their sums.
CREATE FUNCTION sum_campaign_counts(company uuid, campaign uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE part record;
BEGIN
  FOR part IN
    WITH spent AS (
      SELECT id FROM campaign_counts WHERE company_id = company AND campaign_id = campaign FOR UPDATE SKIP LOCKED
    ), gone AS (
      DELETE FROM campaign_counts AS c USING spent AS s
      WHERE c.company_id = company AND c.campaign_id = campaign AND c.id = s.id
      RETURNING c.state, c.reason, c.progress, c.variant, c.connection_id, c.n
    )
    SELECT state, reason, progress, variant, connection_id, sum(n) AS n FROM gone
    GROUP BY state, reason, progress, variant, connection_id HAVING sum(n) <> 0
  LOOP
    INSERT INTO campaign_counts (company_id, campaign_id, id, state, reason, progress, variant, connection_id, n)
    VALUES (company, campaign, gen_random_uuid(), part.state, part.reason, part.progress, part.variant, part.connection_id, part.n);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_campaign_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  failed_at timestamptz := CASE WHEN NEW.error_code IS NOT NULL THEN clock_timestamp() END;
  ended text := CASE WHEN NEW.error_code = 'ERR_OPTED_OUT' THEN 'excluded' WHEN NEW.error_code IS NOT NULL THEN 'failed' END;
  ended_by text := CASE WHEN NEW.error_code = 'ERR_OPTED_OUT' THEN 'optedOut' ELSE NEW.error_code END;
BEGIN
  UPDATE campaign_recipients AS r SET
    progress = r.progress | CASE WHEN NEW.ack >= 3 THEN 24 WHEN NEW.ack = 2 THEN 8 ELSE 0 END,
    delivered_at = coalesce(r.delivered_at, NEW.delivered_at, NEW.read_at),
    read_at = coalesce(r.read_at, NEW.read_at),
    state = CASE
      WHEN ended IS NOT NULL THEN ended
      WHEN r.progress & 32 > 0 THEN 'replied'
      WHEN NEW.ack >= 3 THEN 'read'
      WHEN NEW.ack = 2 THEN 'delivered'
      ELSE 'sent' END,
    reason = ended_by,
    ended_at = CASE WHEN failed_at IS NOT NULL THEN coalesce(r.ended_at, failed_at) END
  WHERE r.company_id = NEW.company_id AND r.message_id = NEW.id
    AND (r.state IN ('sent', 'delivered', 'read', 'replied', 'failed') OR r.reason = 'optedOut');
  UPDATE campaign_recipients AS r SET
    state = coalesce(ended, 'asked'),
    reason = ended_by,
    ended_at = CASE WHEN failed_at IS NOT NULL THEN coalesce(r.ended_at, failed_at) END
  WHERE r.company_id = NEW.company_id AND r.ask_message_id = NEW.id AND r.message_id IS NULL
    AND r.reason IS DISTINCT FROM ended_by
    AND (r.state IN ('asked', 'failed') OR r.reason = 'optedOut');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_contact_list_items() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE parts refcursor; part record;
BEGIN
  IF TG_OP = 'INSERT' THEN
    OPEN parts FOR SELECT company_id, list_id, is_whatsapp_valid, count(*) AS n FROM added GROUP BY company_id, list_id, is_whatsapp_valid;
  ELSIF TG_OP = 'UPDATE' THEN
    OPEN parts FOR SELECT company_id, list_id, is_whatsapp_valid, sum(n) AS n
      FROM (SELECT company_id, list_id, is_whatsapp_valid, 1 AS n FROM added
            UNION ALL SELECT company_id, list_id, is_whatsapp_valid, -1 FROM removed) AS changed
      GROUP BY company_id, list_id, is_whatsapp_valid HAVING sum(n) <> 0;
  ELSE
    OPEN parts FOR SELECT company_id, list_id, is_whatsapp_valid, -count(*) AS n FROM removed GROUP BY company_id, list_id, is_whatsapp_valid;
  END IF;
  LOOP
    FETCH parts INTO part;
    EXIT WHEN NOT FOUND;
    -- With the owner, all its counts are deleted.
    CONTINUE WHEN TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM contact_lists WHERE company_id = part.company_id AND id = part.list_id);
    INSERT INTO contact_list_counts (company_id, list_id, id, is_whatsapp_valid, n)
    VALUES (part.company_id, part.list_id, gen_random_uuid(), part.is_whatsapp_valid, part.n);
  END LOOP;
  CLOSE parts;
  IF TG_OP <> 'DELETE' AND random() < 0.02 THEN
    FOR part IN SELECT DISTINCT company_id, list_id FROM added LOOP
      PERFORM sum_contact_list_counts(part.company_id, part.list_id);
    END LOOP;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION sum_contact_list_counts(company uuid, list uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE part record;
BEGIN
  FOR part IN
    WITH spent AS (
      SELECT id FROM contact_list_counts WHERE company_id = company AND list_id = list FOR UPDATE SKIP LOCKED
    ), gone AS (
      DELETE FROM contact_list_counts AS c USING spent AS s
      WHERE c.company_id = company AND c.list_id = list AND c.id = s.id RETURNING c.is_whatsapp_valid, c.n
    )
    SELECT is_whatsapp_valid, sum(n) AS n FROM gone GROUP BY is_whatsapp_valid HAVING sum(n) <> 0
  LOOP
    INSERT INTO contact_list_counts (company_id, list_id, id, is_whatsapp_valid, n)
    VALUES (company, list, gen_random_uuid(), part.is_whatsapp_valid, part.n);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION forget_campaign_counts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE owner record;
BEGIN
  FOR owner IN SELECT company_id, id FROM removed LOOP
    DELETE FROM campaign_counts WHERE company_id = owner.company_id AND campaign_id = owner.id;
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION forget_contact_list_counts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE owner record;
BEGIN
  FOR owner IN SELECT company_id, id FROM removed LOOP
    DELETE FROM contact_list_counts WHERE company_id = owner.company_id AND list_id = owner.id;
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_opt_out() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE contact record; opt_out record;
BEGIN
  FOR contact IN
    SELECT company_id, contact_id, array_agg(kind || ' ' || match_key) AS keys FROM removed GROUP BY company_id, contact_id ORDER BY company_id, contact_id
  LOOP
    FOR opt_out IN
      SELECT a.kind, a.match_key, since.first
      FROM contact_addresses AS a
      CROSS JOIN (SELECT min(o.since) AS first FROM opt_outs AS o
        WHERE o.company_id = contact.company_id AND o.kind || ' ' || o.match_key = ANY (contact.keys)) AS since
      WHERE a.company_id = contact.company_id AND a.contact_id = contact.contact_id AND since.first IS NOT NULL
      ORDER BY a.kind, a.match_key
    LOOP
      INSERT INTO opt_outs (company_id, kind, match_key, since)
      VALUES (contact.company_id, opt_out.kind, opt_out.match_key, opt_out.first) ON CONFLICT DO NOTHING;
    END LOOP;
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Searches plan each pattern anew: how many rows one finds decides which index is read.
CREATE OR REPLACE FUNCTION contacts_like(pattern text, most int) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE company uuid := nullif(current_setting('app.company', true), '')::uuid;
BEGIN
  RETURN QUERY SELECT c.id FROM contacts c WHERE c.company_id = company AND c.merged_into_id IS NULL AND c.search LIKE pattern LIMIT most;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION contact_page_like(pattern text, most int, wanted int) RETURNS TABLE (id uuid, counted int)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE company uuid := nullif(current_setting('app.company', true), '')::uuid;
BEGIN
  RETURN QUERY WITH found AS MATERIALIZED (
    SELECT c.id, c.name FROM contacts c WHERE c.company_id = company AND c.merged_into_id IS NULL AND c.search LIKE pattern LIMIT most
  )
  SELECT f.id, (SELECT count(*)::int FROM found) FROM found f ORDER BY f.name, f.id LIMIT wanted;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tickets_saying(pattern text, most int) RETURNS TABLE (ticket_id uuid, queue_id uuid, counted int)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE company uuid := nullif(current_setting('app.company', true), '')::uuid;
BEGIN
  RETURN QUERY SELECT found.ticket_id, found.queue_id, count(*)::int FROM (
    SELECT m.ticket_id, m.queue_id FROM messages m
    WHERE m.company_id = company AND NOT m.is_deleted AND m.search LIKE pattern
    LIMIT most
  ) found GROUP BY found.ticket_id, found.queue_id;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION contact_list_items_like(list uuid, pattern text, most int) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE company uuid := nullif(current_setting('app.company', true), '')::uuid;
BEGIN
  RETURN QUERY SELECT i.id FROM contact_list_items i WHERE i.company_id = company AND i.list_id = list AND i.search LIKE pattern LIMIT most;
END $$;
--> statement-breakpoint

-- How a company stands (0060), from the columns of its row.
CREATE FUNCTION company_standing(company uuid, is_active boolean, deleted_at timestamptz, due_date timestamptz, plan_id uuid, at timestamptz) RETURNS text
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN CASE
    WHEN deleted_at IS NOT NULL OR NOT is_active THEN 'inactive'
    WHEN due_date >= at THEN 'works'
    WHEN plan_id IS NULL AND EXISTS (SELECT FROM users u WHERE u.company_id = company AND u.is_super) THEN 'works'
    WHEN due_date >= at - interval '30 days' THEN 'expired'
    ELSE 'suspended' END;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION company_standing(c companies, at timestamptz) RETURNS text
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT company_standing(c.id, c.is_active, c.deleted_at, c.due_date, c.plan_id, at)
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION company_receives(company uuid, at timestamptz) RETURNS boolean
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE c record;
BEGIN
  SELECT is_active, deleted_at, due_date, plan_id INTO c FROM companies WHERE id = company;
  RETURN FOUND AND company_standing(company, c.is_active, c.deleted_at, c.due_date, c.plan_id, at) IN ('works', 'expired');
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION companies_to_suspend(at timestamptz) RETURNS TABLE (company_id uuid, is_suspended boolean)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE c record;
BEGIN
  FOR c IN SELECT id, is_active, deleted_at, due_date, plan_id, suspended_at FROM companies
           WHERE suspended_at IS NOT NULL OR due_date < at - interval '30 days' LOOP
    company_id := c.id;
    is_suspended := company_standing(c.id, c.is_active, c.deleted_at, c.due_date, c.plan_id, at) = 'suspended';
    IF is_suspended <> (c.suspended_at IS NOT NULL) THEN RETURN NEXT; END IF;
  END LOOP;
END $$;
--> statement-breakpoint
-- A notice from a trigger is sent on the node of its row, where no program listens, and a transaction on two nodes is refused with
-- one: the verbs send notices (`notifyPeople`, `notifyStanding`) and end the sessions of a company.
DROP TRIGGER apply_company_standing ON companies;
--> statement-breakpoint
DROP FUNCTION apply_company_standing();
--> statement-breakpoint
DROP FUNCTION notify_people() CASCADE;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION company_standing(uuid, boolean, timestamptz, timestamptz, uuid, timestamptz) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION company_standing(uuid, boolean, timestamptz, timestamptz, uuid, timestamptz) TO balcao_app;
--> statement-breakpoint

-- A trigger of a table that is copied onto each node would run on each of them: the verbs call this function instead. Waits for
-- companies that are being created: their rows are not visible yet.
DROP TRIGGER log_announcement ON announcements;
--> statement-breakpoint
DROP FUNCTION log_announcement();
--> statement-breakpoint
CREATE FUNCTION log_announcement(document uuid, was_active boolean, is_active boolean) RETURNS void
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
  INSERT INTO changes (company_id, collection, doc_id, part_id, old_scope, new_scope, at)
    SELECT id, 'announcements', document::text, NULL::uuid, was, is_now, logged_at FROM companies
    WHERE deleted_at IS NULL OR deleted_at > now() - interval '30 days'
    ON CONFLICT DO NOTHING;
  PERFORM pg_notify('balcao_announcements', document::text);
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION log_announcement(uuid, boolean, boolean) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION log_announcement(uuid, boolean, boolean) TO balcao_app;
--> statement-breakpoint
-- A trigger's lock is held on the node of its row; `insertCompany` locks where the announcements do.
DROP TRIGGER wait_for_announcements ON companies;
--> statement-breakpoint
DROP FUNCTION wait_for_announcements();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION announcement_readers(ids uuid[]) RETURNS TABLE (announcement_id uuid, readers int, companies int)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE announcement record;
BEGIN
  IF current_setting('app.platform', true) IS DISTINCT FROM 'on' THEN RETURN; END IF;
  SELECT count(*)::int INTO companies FROM companies c WHERE c.deleted_at IS NULL;
  FOR announcement IN SELECT a.id, a.edition FROM announcements a WHERE a.id = ANY (ids) LOOP
    announcement_id := announcement.id;
    SELECT count(DISTINCT r.company_id)::int INTO readers FROM announcement_reads r JOIN companies c ON c.id = r.company_id
    WHERE r.announcement_id = announcement.id AND r.edition = announcement.edition AND c.deleted_at IS NULL;
    RETURN NEXT;
  END LOOP;
END $$;
--> statement-breakpoint

-- Functions over all companies: jobs, metrics and the platform's screens.
CREATE OR REPLACE FUNCTION companies_to_remove() RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT id FROM companies WHERE deleted_at < now() - interval '30 days' ORDER BY deleted_at;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION company_usage(ids uuid[], since timestamptz) RETURNS TABLE (company_id uuid, users int, connections int, queues int, messages int)
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
    RETURN NEXT;
  END LOOP;
END $$;
--> statement-breakpoint
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
  RETURN QUERY SELECT 'changes_unnumbered', '', count(*)::float FROM changes WHERE rev IS NULL;
  RETURN QUERY SELECT 'changes_unnumbered_seconds', '', coalesce(extract(epoch FROM now() - min(at)), 0)::float FROM changes WHERE rev IS NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION remove_company_rows(company uuid, most int) RETURNS int
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE tab record; own record; deleted int;
BEGIN
  IF NOT EXISTS (SELECT FROM companies WHERE id = company AND deleted_at < now() - interval '30 days') THEN RETURN 0; END IF;
  FOR tab IN
    WITH RECURSIVE owned AS (
      SELECT c.oid, c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'company_id' AND NOT a.attisdropped
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
    ), depths AS (
      SELECT oid, 0 AS depth FROM owned
      UNION
      SELECT k.conrelid, d.depth + 1 FROM depths d JOIN pg_constraint k ON k.confrelid = d.oid AND k.contype = 'f' AND k.conrelid <> k.confrelid
    )
    SELECT o.oid, o.relname FROM owned o JOIN depths d ON d.oid = o.oid
    GROUP BY o.oid, o.relname ORDER BY o.oid IN (SELECT inhrelid FROM pg_inherits), max(d.depth) DESC, o.relname
  LOOP
    -- Rows that refer to others of their table would keep those from being deleted in batches.
    FOR own IN SELECT a.attname FROM pg_constraint k CROSS JOIN unnest(k.conkey) AS u(n) JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = u.n
               WHERE k.conrelid = tab.oid AND k.confrelid = tab.oid AND k.contype = 'f' AND a.attname <> 'company_id' LOOP
      EXECUTE format('UPDATE %1$I SET %2$I = NULL WHERE company_id = $1 AND ctid = ANY (ARRAY(SELECT ctid FROM %1$I WHERE company_id = $1 AND %2$I IS NOT NULL LIMIT $2))', tab.relname, own.attname)
        USING company, most;
      GET DIAGNOSTICS deleted = ROW_COUNT;
      IF deleted > 0 THEN RETURN deleted; END IF;
    END LOOP;
    EXECUTE format('DELETE FROM %1$I WHERE company_id = $1 AND ctid = ANY (ARRAY(SELECT ctid FROM %1$I WHERE company_id = $1 LIMIT $2))', tab.relname)
      USING company, most;
    GET DIAGNOSTICS deleted = ROW_COUNT;
    IF deleted > 0 THEN RETURN deleted; END IF;
  END LOOP;
  DELETE FROM payment_events WHERE payer_company_id = company;
  DELETE FROM audit_entries WHERE subject_company_id = company;
  DELETE FROM pgboss.job WHERE data ->> 'companyId' = company::text;
  RETURN 0;
END $$;
--> statement-breakpoint

-- `distribute` reads these remarks (db/README.md).
COMMENT ON FUNCTION announcement_readers(uuid[]) IS 'over all companies';
--> statement-breakpoint
COMMENT ON FUNCTION companies_to_remove() IS 'over all companies';
--> statement-breakpoint
COMMENT ON FUNCTION companies_to_suspend(timestamptz) IS 'over all companies';
--> statement-breakpoint
COMMENT ON FUNCTION company_usage(uuid[], timestamptz) IS 'over all companies';
--> statement-breakpoint
COMMENT ON FUNCTION desk_gauges() IS 'over all companies';
--> statement-breakpoint
COMMENT ON FUNCTION log_announcement(uuid, boolean, boolean) IS 'over all companies';
--> statement-breakpoint
COMMENT ON FUNCTION company_standing(uuid, boolean, timestamptz, timestamptz, uuid, timestamptz) IS 'within a shard';
