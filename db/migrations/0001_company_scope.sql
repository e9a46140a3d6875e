-- The application's role: no superuser, no bypass. Sessions of the application run as it.
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'balcao_app') THEN
    CREATE ROLE balcao_app NOLOGIN NOSUPERUSER NOBYPASSRLS;
  END IF;
  EXECUTE format('GRANT balcao_app TO %I', current_user);
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint
-- Text as searching compares it. Immutable, so that an index can be built on it.
CREATE FUNCTION searchable(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  AS $$ SELECT lower(public.unaccent('public.unaccent', value)) $$;
--> statement-breakpoint
CREATE INDEX contacts_search ON contacts USING gin (search gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX messages_search ON messages USING gin (searchable(body) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX changes_unnumbered ON changes (company_id, n) WHERE rev IS NULL;
--> statement-breakpoint

-- Partitions of the change log: yesterday to three days ahead exist; older than the given days are dropped.
CREATE FUNCTION keep_change_partitions(keep_days int DEFAULT 30) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE day date; part record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('keep_change_partitions'));
  FOR day IN SELECT generate_series(current_date - 1, current_date + 3, interval '1 day')::date LOOP
    IF to_regclass(format('changes_%s', to_char(day, 'YYYYMMDD'))) IS NULL THEN
      EXECUTE format('CREATE TABLE changes_%s PARTITION OF changes FOR VALUES FROM (%L) TO (%L)',
        to_char(day, 'YYYYMMDD'), day::timestamp AT TIME ZONE 'UTC', (day + 1)::timestamp AT TIME ZONE 'UTC');
      EXECUTE format('ALTER TABLE changes_%s ENABLE ROW LEVEL SECURITY', to_char(day, 'YYYYMMDD'));
      EXECUTE format('ALTER TABLE changes_%s FORCE ROW LEVEL SECURITY', to_char(day, 'YYYYMMDD'));
    END IF;
  END LOOP;
  FOR part IN SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
              WHERE i.inhparent = 'changes'::regclass AND c.relname ~ '^changes_\d{8}$'
                AND to_date(right(c.relname, 8), 'YYYYMMDD') < current_date - keep_days LOOP
    EXECUTE format('DROP TABLE %I', part.relname);
  END LOOP;
END $$;
--> statement-breakpoint
SET timezone = 'UTC';
--> statement-breakpoint
SELECT keep_change_partitions();
--> statement-breakpoint

-- Row-level security on every table that has a company: called after each migration, so that a new table cannot be forgotten.
CREATE FUNCTION protect_company_tables() RETURNS void LANGUAGE plpgsql SET search_path = public AS $$
DECLARE tab record; key text;
BEGIN
  FOR tab IN SELECT c.oid, c.relname FROM pg_class c
             WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
               AND (c.relname = 'companies' OR EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'company_id' AND NOT a.attisdropped)) LOOP
    key := CASE WHEN tab.relname = 'companies' THEN 'id' ELSE 'company_id' END;
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tab.relname);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tab.relname);
    EXECUTE format('DROP POLICY IF EXISTS company_scope ON %I', tab.relname);
    EXECUTE format('CREATE POLICY company_scope ON %I TO balcao_app USING (%I = nullif(current_setting(''app.company'', true), '''')::uuid)', tab.relname, key);
    EXECUTE format('DROP POLICY IF EXISTS owner_scope ON %I', tab.relname);
    EXECUTE format('CREATE POLICY owner_scope ON %I TO %I USING (true)', tab.relname, current_user);
  END LOOP;
  GRANT USAGE ON SCHEMA public TO balcao_app;
  GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO balcao_app;
  GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO balcao_app;
END $$;
--> statement-breakpoint

-- One row of the change log. The collection is an argument: on a shard the table has another name.
CREATE FUNCTION log_change(company uuid, collection text, doc_id text, part_id uuid, old_scope jsonb, new_scope jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO changes (company_id, collection, doc_id, part_id, old_scope, new_scope, at)
  VALUES (company, collection, doc_id, part_id, old_scope, new_scope, clock_timestamp())
$$;
--> statement-breakpoint
CREATE FUNCTION ticket_scope(t tickets) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object('status', t.status, 'queueId', t.queue_id, 'userId', t.user_id, 'contactId', t.contact_id)
$$;
--> statement-breakpoint
CREATE FUNCTION log_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE old_scope jsonb; new_scope jsonb; row tickets := coalesce(NEW, OLD);
BEGIN
  IF TG_OP <> 'INSERT' THEN old_scope := ticket_scope(OLD); END IF;
  IF TG_OP <> 'DELETE' THEN new_scope := ticket_scope(NEW); END IF;
  IF TG_OP = 'UPDATE' AND OLD IS NOT DISTINCT FROM NEW THEN RETURN NULL; END IF;
  PERFORM log_change(row.company_id, 'tickets', row.id::text, NULL, old_scope, new_scope);
  -- A thread is seen by whom its ticket is seen; entering a scope brings it whole, and the contact with it.
  IF old_scope IS DISTINCT FROM new_scope THEN
    PERFORM log_change(row.company_id, 'threads', row.id::text, NULL, old_scope, new_scope);
    PERFORM log_change(row.company_id, 'contacts', row.contact_id::text, NULL, NULL, NULL);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER log_ticket AFTER INSERT OR UPDATE OR DELETE ON tickets FOR EACH ROW EXECUTE FUNCTION log_ticket();
--> statement-breakpoint
CREATE FUNCTION log_message() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE row messages := coalesce(NEW, OLD);
BEGIN
  -- What only the sender loop cares about is no change to anybody else.
  IF TG_OP = 'UPDATE' AND (to_jsonb(OLD) - 'send_after' - 'send_tries' - 'provider_id' - 'chat_key') = (to_jsonb(NEW) - 'send_after' - 'send_tries' - 'provider_id' - 'chat_key') THEN
    RETURN NULL;
  END IF;
  PERFORM log_change(row.company_id, 'threads', row.ticket_id::text, CASE WHEN TG_OP = 'DELETE' THEN NULL ELSE row.id END, NULL, NULL);
  IF TG_OP = 'UPDATE' AND NEW.ticket_id <> OLD.ticket_id THEN
    PERFORM log_change(OLD.company_id, 'threads', OLD.ticket_id::text, NULL, NULL, NULL);
  END IF;
  -- The list shows the last message's text and tick.
  IF TG_OP = 'UPDATE' AND EXISTS (SELECT FROM tickets WHERE company_id = row.company_id AND id = row.ticket_id AND last_message_id = row.id) THEN
    PERFORM log_change(row.company_id, 'tickets', row.ticket_id::text, NULL, NULL, NULL);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER log_message AFTER INSERT OR UPDATE OR DELETE ON messages FOR EACH ROW EXECUTE FUNCTION log_message();
--> statement-breakpoint
CREATE FUNCTION log_contact() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE row contacts := coalesce(NEW, OLD); ticket record;
BEGIN
  IF TG_OP = 'UPDATE' AND OLD IS NOT DISTINCT FROM NEW THEN RETURN NULL; END IF;
  PERFORM log_change(row.company_id, 'contacts', row.id::text, NULL, NULL, NULL);
  -- Tickets carry their contact's name and number.
  IF TG_OP = 'UPDATE' AND (OLD.name, OLD.number) IS DISTINCT FROM (NEW.name, NEW.number) THEN
    FOR ticket IN SELECT id FROM tickets WHERE company_id = row.company_id AND contact_id = row.id LOOP
      PERFORM log_change(row.company_id, 'tickets', ticket.id::text, NULL, NULL, NULL);
    END LOOP;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER log_contact AFTER INSERT OR UPDATE OR DELETE ON contacts FOR EACH ROW EXECUTE FUNCTION log_contact();
--> statement-breakpoint
CREATE FUNCTION log_contact_field() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE row contact_fields := coalesce(NEW, OLD);
BEGIN
  PERFORM log_change(row.company_id, 'contacts', row.contact_id::text, NULL, NULL, NULL);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER log_contact_field AFTER INSERT OR UPDATE OR DELETE ON contact_fields FOR EACH ROW EXECUTE FUNCTION log_contact_field();
--> statement-breakpoint
CREATE FUNCTION log_ticket_tag() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE row ticket_tags := coalesce(NEW, OLD);
BEGIN
  PERFORM log_change(row.company_id, 'tickets', row.ticket_id::text, NULL, NULL, NULL);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER log_ticket_tag AFTER INSERT OR UPDATE OR DELETE ON ticket_tags FOR EACH ROW EXECUTE FUNCTION log_ticket_tag();
--> statement-breakpoint
CREATE FUNCTION log_quick_message() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE row quick_messages := coalesce(NEW, OLD);
BEGIN
  PERFORM log_change(row.company_id, 'quickMessages', row.id::text, NULL,
    CASE WHEN TG_OP <> 'INSERT' THEN jsonb_build_object('isGeneral', OLD.is_general, 'userId', OLD.user_id) END,
    CASE WHEN TG_OP <> 'DELETE' THEN jsonb_build_object('isGeneral', NEW.is_general, 'userId', NEW.user_id) END);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER log_quick_message AFTER INSERT OR UPDATE OR DELETE ON quick_messages FOR EACH ROW EXECUTE FUNCTION log_quick_message();
--> statement-breakpoint
-- Everything of the small collection: the document's id is the kind, a colon and the row's key.
CREATE FUNCTION log_ref() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE data jsonb := to_jsonb(coalesce(NEW, OLD));
BEGIN
  IF TG_OP = 'UPDATE' AND OLD IS NOT DISTINCT FROM NEW THEN RETURN NULL; END IF;
  PERFORM log_change((data ->> 'company_id')::uuid, 'refs', TG_ARGV[0] || ':' || (data ->> TG_ARGV[1]), NULL, NULL, NULL);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER log_ref AFTER INSERT OR UPDATE OR DELETE ON queues FOR EACH ROW EXECUTE FUNCTION log_ref('queue', 'id');
--> statement-breakpoint
CREATE TRIGGER log_ref AFTER INSERT OR UPDATE OR DELETE ON tags FOR EACH ROW EXECUTE FUNCTION log_ref('tag', 'id');
--> statement-breakpoint
CREATE TRIGGER log_ref AFTER INSERT OR UPDATE OR DELETE ON users FOR EACH ROW EXECUTE FUNCTION log_ref('user', 'id');
--> statement-breakpoint
CREATE TRIGGER log_ref AFTER INSERT OR DELETE ON user_queues FOR EACH ROW EXECUTE FUNCTION log_ref('user', 'user_id');
--> statement-breakpoint
CREATE TRIGGER log_ref AFTER INSERT OR UPDATE OR DELETE ON connections FOR EACH ROW EXECUTE FUNCTION log_ref('connection', 'id');
--> statement-breakpoint
CREATE TRIGGER log_ref AFTER INSERT OR DELETE ON connection_queues FOR EACH ROW EXECUTE FUNCTION log_ref('connection', 'connection_id');
--> statement-breakpoint
CREATE TRIGGER log_ref AFTER INSERT OR UPDATE OR DELETE ON settings FOR EACH ROW EXECUTE FUNCTION log_ref('setting', 'key');
--> statement-breakpoint

-- The sequencer: numbers what is committed and unnumbered, in insertion order, under the company's lock.
-- The numbering statement's snapshot is taken after the lock, so a rev never appears below one already given.
CREATE FUNCTION number_changes(company uuid) RETURNS TABLE (first_rev bigint, last_rev bigint) LANGUAGE plpgsql AS $$
DECLARE before bigint; added bigint;
BEGIN
  INSERT INTO clocks (company_id) VALUES (company) ON CONFLICT DO NOTHING;
  SELECT rev INTO before FROM clocks WHERE company_id = company FOR UPDATE;
  WITH numbered AS (
    SELECT n, at, row_number() OVER (ORDER BY n) AS place FROM changes WHERE company_id = company AND rev IS NULL
  )
  UPDATE changes SET rev = before + numbered.place FROM numbered
  WHERE changes.company_id = company AND changes.n = numbered.n AND changes.at = numbered.at;
  GET DIAGNOSTICS added = ROW_COUNT;
  IF added > 0 THEN
    UPDATE clocks SET rev = before + added WHERE company_id = company;
    PERFORM pg_notify('balcao_changes', json_build_object('companyId', company, 'rev', before + added)::text);
  END IF;
  RETURN QUERY SELECT before + 1, before + added;
END $$;
--> statement-breakpoint

-- What happens before a company is known, and what belongs to no company: the only doors past the policies.
CREATE FUNCTION find_sign_in(wanted text) RETURNS TABLE (company_id uuid, user_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT company_id, id FROM users WHERE email = lower(wanted)
$$;
--> statement-breakpoint
CREATE FUNCTION find_session_company(wanted text) RETURNS uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$ SELECT company_id FROM sessions WHERE id = wanted $$;
--> statement-breakpoint
CREATE FUNCTION all_company_ids() RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$ SELECT id FROM companies $$;
--> statement-breakpoint
-- Takes up to `most` connections that should be up and have no living owner. Each claim raises the epoch.
CREATE FUNCTION claim_connections(claimer text, most int, lease_seconds int) RETURNS TABLE (company_id uuid, connection_id uuid, epoch bigint)
  LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$
  UPDATE connection_leases l SET owner = claimer, lease_until = now() + make_interval(secs => lease_seconds), epoch = l.epoch + 1
  FROM (SELECT c.company_id, c.connection_id FROM connection_leases c
        WHERE c.desired = 'up' AND (c.owner IS NULL OR c.lease_until < now()) AND (c.retry_at IS NULL OR c.retry_at < now())
        ORDER BY c.lease_until NULLS FIRST LIMIT most FOR UPDATE SKIP LOCKED) free
  WHERE l.company_id = free.company_id AND l.connection_id = free.connection_id
  RETURNING l.company_id, l.connection_id, l.epoch
$$;
--> statement-breakpoint
-- Extends what the owner still holds and answers it, with what people asked for meanwhile.
CREATE FUNCTION renew_connections(holder text, lease_seconds int) RETURNS TABLE (company_id uuid, connection_id uuid, epoch bigint, desired text, request int)
  LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$
  UPDATE connection_leases l SET lease_until = now() + make_interval(secs => lease_seconds)
  WHERE l.owner = holder AND l.lease_until >= now()
  RETURNING l.company_id, l.connection_id, l.epoch, l.desired, l.request
$$;
--> statement-breakpoint
CREATE FUNCTION release_connections(holder text) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$
  UPDATE connection_leases SET owner = NULL, lease_until = NULL WHERE owner = holder
$$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION protect_company_tables(), keep_change_partitions(int), find_sign_in(text), find_session_company(text), all_company_ids(), claim_connections(text, int, int), renew_connections(text, int), release_connections(text) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION keep_change_partitions(int), find_sign_in(text), find_session_company(text), all_company_ids(), claim_connections(text, int, int), renew_connections(text, int), release_connections(text) TO balcao_app;
