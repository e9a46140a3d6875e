-- The directory (docs/decisions/0070): what must be unique, or is searched for, over all companies. On a cluster it stays on the
-- coordinator. Triggers on shards cannot write it, so the verbs do (`db/directory`).
CREATE TABLE "company_keys" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"company_id" uuid NOT NULL,
	"row_id" uuid NOT NULL,
	CONSTRAINT "company_keys_kind_key_pk" PRIMARY KEY("kind","key")
);
--> statement-breakpoint
-- `distribute` leaves such a table where it is.
COMMENT ON TABLE company_keys IS 'on the coordinator';
--> statement-breakpoint
DROP INDEX "channel_accounts_anywhere";--> statement-breakpoint
DROP INDEX "sessions_id";--> statement-breakpoint
DROP INDEX "connections_token_hash";--> statement-breakpoint
DROP INDEX "users_email";--> statement-breakpoint
CREATE INDEX "company_keys_row" ON "company_keys" USING btree ("company_id","row_id");--> statement-breakpoint
CREATE UNIQUE INDEX "connections_token_hash" ON "connections" USING btree ("company_id","token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("company_id","email");
--> statement-breakpoint
-- The stored form of a browser's push address.
CREATE FUNCTION push_key(endpoint text) RETURNS text LANGUAGE sql IMMUTABLE STRICT
  AS $$ SELECT encode(sha256(convert_to(endpoint, 'UTF8')), 'hex') $$;
--> statement-breakpoint
-- The keys as the tables of the companies have them: one statement per table, because each may lie on other nodes.
CREATE FUNCTION company_keys_of_tables() RETURNS TABLE (kind text, key text, company_id uuid, row_id uuid)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT 'company', c.id::text, c.id, c.id FROM companies c;
  RETURN QUERY SELECT 'email', u.email, u.company_id, u.id FROM users u;
  RETURN QUERY SELECT 'session', s.id, s.company_id, s.user_id FROM sessions s;
  RETURN QUERY SELECT 'token', c.token_hash, c.company_id, c.id FROM connections c WHERE c.token_hash IS NOT NULL;
  RETURN QUERY SELECT 'account', a.channel::text || '/' || a.account_id, a.company_id, a.connection_id FROM channel_accounts a;
  RETURN QUERY SELECT 'push', push_key(p.endpoint), p.company_id, p.user_id FROM push_subscriptions p;
END $$;
--> statement-breakpoint
-- Makes the directory equal to the tables. For the owner: in this migration, and after a coordinator was lost between two commits.
CREATE FUNCTION repair_company_keys() RETURNS TABLE (added bigint, removed bigint)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  LOCK TABLE company_keys IN SHARE ROW EXCLUSIVE MODE;
  CREATE TEMPORARY TABLE keys_of_tables ON COMMIT DROP AS SELECT * FROM company_keys_of_tables();
  DELETE FROM company_keys k WHERE NOT EXISTS (SELECT FROM keys_of_tables t WHERE (t.kind, t.key, t.company_id, t.row_id) = (k.kind, k.key, k.company_id, k.row_id));
  GET DIAGNOSTICS removed = ROW_COUNT;
  INSERT INTO company_keys SELECT * FROM keys_of_tables ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS added = ROW_COUNT;
  DROP TABLE keys_of_tables;
  RETURN NEXT;
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION company_keys_of_tables(), repair_company_keys() FROM PUBLIC;
--> statement-breakpoint
SELECT repair_company_keys();
--> statement-breakpoint
-- Each function below reads the directory and then, by its own statement, the one company. The company's row decides: a key
-- without its row finds nothing.
CREATE OR REPLACE FUNCTION find_sign_in(wanted text) RETURNS TABLE (company_id uuid, user_id uuid)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE company uuid; holder uuid;
BEGIN
  SELECT k.company_id, k.row_id INTO company, holder FROM company_keys k WHERE k.kind = 'email' AND k.key = lower(wanted);
  IF FOUND THEN
    RETURN QUERY SELECT u.company_id, u.id FROM users u WHERE u.company_id = company AND u.id = holder AND u.email = lower(wanted);
  END IF;
END $$;
--> statement-breakpoint
-- The company alone: its session is read, and checked, in the company.
CREATE OR REPLACE FUNCTION find_session_company(wanted text) RETURNS uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN (SELECT k.company_id FROM company_keys k WHERE k.kind = 'session' AND k.key = wanted);
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION connection_with_token_hash(wanted text) RETURNS TABLE (company_id uuid, connection_id uuid)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE company uuid; holder uuid;
BEGIN
  SELECT k.company_id, k.row_id INTO company, holder FROM company_keys k WHERE k.kind = 'token' AND k.key = wanted;
  IF FOUND THEN
    RETURN QUERY SELECT c.company_id, c.id FROM connections c WHERE c.company_id = company AND c.id = holder AND c.token_hash = wanted;
  END IF;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION find_channel_account(wanted_channel channel, wanted_account text) RETURNS TABLE (company_id uuid, connection_id uuid)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE company uuid; holder uuid;
BEGIN
  SELECT k.company_id, k.row_id INTO company, holder FROM company_keys k
  WHERE k.kind = 'account' AND k.key = wanted_channel::text || '/' || wanted_account;
  IF FOUND THEN
    RETURN QUERY SELECT a.company_id, a.connection_id FROM channel_accounts a
      WHERE a.company_id = company AND a.connection_id = holder AND a.channel = wanted_channel AND a.account_id = wanted_account;
  END IF;
END $$;
--> statement-breakpoint
-- Ends the subscription that another company has of a browser. Called before the transaction that subscribes it.
CREATE OR REPLACE FUNCTION forget_push_endpoint(wanted text, keeper uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE company uuid;
BEGIN
  SELECT k.company_id INTO company FROM company_keys k WHERE k.kind = 'push' AND k.key = push_key(wanted) AND k.company_id <> keeper;
  IF FOUND THEN
    DELETE FROM push_subscriptions p WHERE p.company_id = company AND p.endpoint = wanted;
    DELETE FROM company_keys k WHERE k.kind = 'push' AND k.key = push_key(wanted) AND k.company_id = company;
  END IF;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION all_company_ids() RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$ SELECT company_id FROM company_keys WHERE kind = 'company' $$;
--> statement-breakpoint
-- Work over all companies is asked place by place: the companies of one place fail together, those of the others go on. One Postgres is
-- one place (NULL: all companies). `distribute` replaces this function: there each node is a place.
CREATE FUNCTION company_places() RETURNS TABLE (place text, companies uuid[])
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT '', NULL::uuid[];
END $$;
--> statement-breakpoint
-- The leases are renewed and claimed company by company (`connector/ownership/lease.ts`).
DROP FUNCTION claim_connections(text, int, int);
--> statement-breakpoint
DROP FUNCTION renew_connections(text, int);
--> statement-breakpoint
DROP FUNCTION release_connections(text);
--> statement-breakpoint
-- Connections that should be up and have no living owner, as they are now: who claims one states what was seen. `lapsed_until`: the end of the
-- lease of an owner that did not release it.
CREATE FUNCTION free_connections(companies uuid[], most int) RETURNS TABLE (company_id uuid, connection_id uuid, epoch bigint, lapsed_until timestamptz)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE found int := 0;
BEGIN
  FOR company_id, connection_id, epoch, lapsed_until IN
    SELECT l.company_id, l.connection_id, l.epoch, CASE WHEN l.owner IS NOT NULL THEN l.lease_until END FROM connection_leases l JOIN companies c ON c.id = l.company_id
    WHERE (companies IS NULL OR l.company_id = ANY (companies)) AND (companies IS NULL OR c.id = ANY (companies))
      AND l.desired = 'up' AND (l.owner IS NULL OR l.lease_until < now()) AND (l.retry_at IS NULL OR l.retry_at < now())
      AND c.is_active AND c.deleted_at IS NULL AND (c.plan_id IS NULL OR c.due_date >= now() - interval '30 days')
    ORDER BY l.lease_until NULLS FIRST
  LOOP
    IF company_receives(company_id, now()) THEN
      RETURN NEXT;
      found := found + 1;
    END IF;
    EXIT WHEN found = most;
  END LOOP;
END $$;
--> statement-breakpoint
DROP FUNCTION companies_with_due_schedules(timestamptz);
--> statement-breakpoint
CREATE FUNCTION companies_with_due_schedules(at timestamptz, companies uuid[]) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE company uuid;
BEGIN
  FOR company IN SELECT DISTINCT s.company_id FROM schedules s
    WHERE (companies IS NULL OR s.company_id = ANY (companies)) AND s.status = 'pending' AND s.send_at <= at
  LOOP
    IF company_receives(company, at) THEN RETURN NEXT company; END IF;
  END LOOP;
END $$;
--> statement-breakpoint
DROP FUNCTION companies_with_waiting_tickets();
--> statement-breakpoint
CREATE FUNCTION companies_with_waiting_tickets(what text, companies uuid[]) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE company uuid;
BEGIN
  IF what = 'redirect' THEN
    FOR company IN SELECT DISTINCT t.company_id FROM tickets t
      JOIN connections c ON c.company_id = t.company_id AND c.id = t.connection_id
      WHERE (companies IS NULL OR t.company_id = ANY (companies)) AND (companies IS NULL OR c.company_id = ANY (companies))
        AND t.status = 'pending' AND NOT t.is_group AND t.queue_id IS NULL AND c.redirect_after_minutes > 0 AND c.redirect_queue_id IS NOT NULL
    LOOP
      IF company_receives(company, now()) THEN RETURN NEXT company; END IF;
    END LOOP;
  ELSE
    FOR company IN SELECT DISTINCT t.company_id FROM tickets t
      JOIN queues q ON q.company_id = t.company_id AND q.id = t.queue_id
      WHERE (companies IS NULL OR t.company_id = ANY (companies)) AND (companies IS NULL OR q.company_id = ANY (companies))
        AND t.status = 'pending' AND NOT t.is_group AND NOT t.is_bot AND q.is_rotating
    LOOP
      IF company_receives(company, now()) THEN RETURN NEXT company; END IF;
    END LOOP;
  END IF;
END $$;
--> statement-breakpoint
DROP FUNCTION companies_with_open_turns();
--> statement-breakpoint
CREATE FUNCTION companies_with_open_turns(companies uuid[]) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE company uuid;
BEGIN
  FOR company IN SELECT DISTINCT f.company_id FROM flow_turns f WHERE (companies IS NULL OR f.company_id = ANY (companies)) AND f.done_at IS NULL LOOP
    IF company_receives(company, now()) THEN RETURN NEXT company; END IF;
  END LOOP;
END $$;
--> statement-breakpoint
DROP FUNCTION companies_with_due_mails(timestamptz);
--> statement-breakpoint
-- Companies past their due date send nothing, but an attempt that ended without a result is recorded.
CREATE FUNCTION companies_with_due_mails(at timestamptz, companies uuid[]) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE due uuid; was_sending boolean; company companies;
BEGIN
  FOR due, was_sending IN SELECT r.company_id, bool_or(r.state = 'sending') FROM mail_recipients r
    WHERE (companies_with_due_mails.companies IS NULL OR r.company_id = ANY (companies_with_due_mails.companies))
      AND r.state IN ('sending', 'waiting') AND r.due_at <= at AND (r.lease_until < at OR r.lease_until IS NULL AND r.state = 'waiting')
    GROUP BY r.company_id
  LOOP
    SELECT c.* INTO company FROM companies c WHERE c.id = due;
    IF was_sending OR company_standing(company, at) = 'works' THEN RETURN NEXT due; END IF;
  END LOOP;
END $$;
--> statement-breakpoint
DROP FUNCTION campaign_work(timestamptz, timestamptz);
--> statement-breakpoint
DROP FUNCTION campaign_work_of_all(timestamptz, timestamptz);
--> statement-breakpoint
-- Whether a campaign has recipients that are not done: one probe of the index for each state.
CREATE FUNCTION campaign_is_open(company uuid, campaign uuid) RETURNS boolean
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE one text;
BEGIN
  FOREACH one IN ARRAY ARRAY['waiting', 'asked', 'confirmed'] LOOP
    PERFORM FROM campaign_recipients AS r WHERE r.company_id = company AND r.campaign_id = campaign AND r.state::text = one
      ORDER BY r.reason, r.progress LIMIT 1;
    IF FOUND THEN RETURN true; END IF;
  END LOOP;
  RETURN false;
END $$;
--> statement-breakpoint
-- The work of campaigns up to one second ahead, also of companies whose work rests.
CREATE FUNCTION campaign_work_of(at timestamptz, asked_before timestamptz, companies uuid[])
  RETURNS TABLE (kind text, company_id uuid, campaign_id uuid, connection_id uuid, due_at timestamptz)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  RETURN QUERY SELECT 'start', c.company_id, c.id, NULL::uuid, c.scheduled_at
    FROM campaigns AS c
    WHERE (companies IS NULL OR c.company_id = ANY (companies)) AND c.status = 'scheduled' AND c.scheduled_at <= at + interval '1 second';
  RETURN QUERY SELECT 'timeout', r.company_id, r.campaign_id, NULL::uuid, min(r.asked_at) + (at - asked_before)
    FROM campaign_recipients AS r
    WHERE (companies IS NULL OR r.company_id = ANY (companies)) AND r.state = 'asked' AND r.asked_at <= asked_before + interval '1 second'
    GROUP BY r.company_id, r.campaign_id;
  RETURN QUERY SELECT 'send', c.company_id, c.id, p.connection_id, p.next_send_at
    FROM campaigns AS c
    JOIN campaign_connections AS p ON p.company_id = c.company_id AND p.campaign_id = c.id
    JOIN connections AS x ON x.company_id = p.company_id AND x.id = p.connection_id AND x.status = 'CONNECTED'
    WHERE (companies IS NULL OR c.company_id = ANY (companies)) AND c.status = 'running' AND p.next_send_at <= at + interval '1 second' AND coalesce(
      (SELECT true FROM campaign_recipients AS r WHERE r.company_id = c.company_id AND r.campaign_id = c.id
        AND r.state = 'confirmed' AND r.connection_id BETWEEN p.connection_id AND p.connection_id
        ORDER BY r.connection_id, r.position LIMIT 1),
      (SELECT true FROM campaign_recipients AS r WHERE r.company_id = c.company_id AND r.campaign_id = c.id
        AND r.state = 'waiting' AND r.connection_id BETWEEN p.connection_id AND p.connection_id
        ORDER BY r.connection_id, r.position LIMIT 1),
      (SELECT true FROM campaign_recipients AS r WHERE r.company_id = c.company_id AND r.campaign_id = c.id
        AND r.state = 'waiting' AND r.connection_id IS NULL AND x.channel = 'whatsapp'
        ORDER BY r.connection_id, r.position LIMIT 1),
      false);
  RETURN QUERY SELECT DISTINCT 'leave', c.company_id, c.id, NULL::uuid, at
    FROM campaigns AS c
    JOIN campaign_connections AS p ON p.company_id = c.company_id AND p.campaign_id = c.id
    WHERE (companies IS NULL OR c.company_id = ANY (companies)) AND c.status = 'running' AND p.deleted_name IS NOT NULL AND NOT p.is_left;
  kind := 'finish';
  connection_id := NULL;
  due_at := at;
  FOR company_id, campaign_id IN SELECT c.company_id, c.id FROM campaigns AS c
    WHERE (companies IS NULL OR c.company_id = ANY (companies)) AND c.status = 'running'
  LOOP
    IF NOT campaign_is_open(company_id, campaign_id) THEN RETURN NEXT; END IF;
  END LOOP;
END $$;
--> statement-breakpoint
CREATE FUNCTION campaign_work(at timestamptz, asked_before timestamptz, companies uuid[])
  RETURNS TABLE (kind text, company_id uuid, campaign_id uuid, connection_id uuid, due_at timestamptz)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE company uuid; receives boolean;
BEGIN
  FOR kind, company_id, campaign_id, connection_id, due_at IN SELECT w.* FROM campaign_work_of(at, asked_before, companies) w ORDER BY w.company_id LOOP
    IF company IS DISTINCT FROM company_id THEN
      company := company_id;
      receives := company_receives(company, at);
    END IF;
    IF receives THEN RETURN NEXT; END IF;
  END LOOP;
END $$;
--> statement-breakpoint
COMMENT ON FUNCTION free_connections(uuid[], int) IS 'over all companies';
--> statement-breakpoint
COMMENT ON FUNCTION companies_with_due_schedules(timestamptz, uuid[]) IS 'over all companies';
--> statement-breakpoint
COMMENT ON FUNCTION companies_with_waiting_tickets(text, uuid[]) IS 'over all companies';
--> statement-breakpoint
COMMENT ON FUNCTION companies_with_open_turns(uuid[]) IS 'over all companies';
--> statement-breakpoint
COMMENT ON FUNCTION companies_with_due_mails(timestamptz, uuid[]) IS 'over all companies';
--> statement-breakpoint
COMMENT ON FUNCTION campaign_work_of(timestamptz, timestamptz, uuid[]) IS 'over all companies';
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION company_places(), free_connections(uuid[], int), companies_with_due_schedules(timestamptz, uuid[]),
  companies_with_waiting_tickets(text, uuid[]), companies_with_open_turns(uuid[]), companies_with_due_mails(timestamptz, uuid[]),
  campaign_is_open(uuid, uuid), campaign_work_of(timestamptz, timestamptz, uuid[]), campaign_work(timestamptz, timestamptz, uuid[]) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION company_places(), free_connections(uuid[], int), companies_with_due_schedules(timestamptz, uuid[]),
  companies_with_waiting_tickets(text, uuid[]), companies_with_open_turns(uuid[]), companies_with_due_mails(timestamptz, uuid[]),
  campaign_work(timestamptz, timestamptz, uuid[]) TO balcao_app;
