ALTER TABLE "companies" ADD COLUMN "language" text DEFAULT 'pt' NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "suspended_at" timestamp with time zone;
--> statement-breakpoint
-- Whether a company may work, for every program (`domain/companies/standing.ts`). `works`: everything. `expired`: past its
-- due date, only paying; its channels keep receiving for 30 days. `suspended`: its connections rest until it pays.
-- `inactive`: deactivated or deleted. The company of the platform's owner (a super user, no plan) has no due date.
CREATE FUNCTION company_standing(c companies, at timestamptz) RETURNS text
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE
    WHEN c.deleted_at IS NOT NULL OR NOT c.is_active THEN 'inactive'
    WHEN c.due_date >= at THEN 'works'
    WHEN c.plan_id IS NULL AND EXISTS (SELECT FROM users u WHERE u.company_id = c.id AND u.is_super) THEN 'works'
    WHEN c.due_date >= at - interval '30 days' THEN 'expired'
    ELSE 'suspended' END
$$;
--> statement-breakpoint
-- Whether a company's channels, jobs and due work run.
CREATE FUNCTION company_receives(company uuid, at timestamptz) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce((SELECT company_standing(c, at) IN ('works', 'expired') FROM companies c WHERE c.id = company), false)
$$;
--> statement-breakpoint
-- The companies whose connections have to be suspended, or were suspended and are not any more.
CREATE FUNCTION companies_to_suspend(at timestamptz) RETURNS TABLE (company_id uuid, is_suspended boolean)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.id, company_standing(c, at) = 'suspended' FROM companies c
  WHERE (c.suspended_at IS NOT NULL OR c.due_date < at - interval '30 days')
    AND (company_standing(c, at) = 'suspended') <> (c.suspended_at IS NOT NULL)
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION claim_connections(claimer text, most int, lease_seconds int) RETURNS TABLE (company_id uuid, connection_id uuid, epoch bigint)
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE connection_leases l SET owner = claimer, lease_until = now() + make_interval(secs => lease_seconds), epoch = l.epoch + 1,
    lapsed_at = CASE WHEN l.owner IS NOT NULL THEN l.lease_until - make_interval(secs => lease_seconds) END
  FROM (SELECT c.company_id, c.connection_id FROM connection_leases c
        WHERE c.desired = 'up' AND (c.owner IS NULL OR c.lease_until < now()) AND (c.retry_at IS NULL OR c.retry_at < now())
          AND company_receives(c.company_id, now())
        ORDER BY c.lease_until NULLS FIRST LIMIT most FOR UPDATE SKIP LOCKED) free
  WHERE l.company_id = free.company_id AND l.connection_id = free.connection_id
  RETURNING l.company_id, l.connection_id, l.epoch
$$;
--> statement-breakpoint
DROP FUNCTION renew_connections(text, int);
--> statement-breakpoint
-- Also answers how the company stands: the owner of a connection whose company does not receive lets go of it.
CREATE FUNCTION renew_connections(holder text, lease_seconds int)
  RETURNS TABLE (company_id uuid, connection_id uuid, epoch bigint, desired text, request int, standing text)
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE connection_leases l SET lease_until = now() + make_interval(secs => lease_seconds)
  FROM companies c
  WHERE c.id = l.company_id AND l.owner = holder AND l.lease_until >= now()
  RETURNING l.company_id, l.connection_id, l.epoch, l.desired, l.request, company_standing(c, now())
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION companies_with_due_schedules(at timestamptz) RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT due.company_id FROM (SELECT DISTINCT company_id FROM schedules WHERE status = 'pending' AND send_at <= at) AS due
  WHERE company_receives(due.company_id, at)
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION companies_with_waiting_tickets() RETURNS TABLE (company_id uuid, what text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT waiting.company_id, waiting.what FROM (
    SELECT DISTINCT t.company_id, 'redirect' AS what FROM tickets t
      JOIN connections c ON c.company_id = t.company_id AND c.id = t.connection_id
      WHERE t.status = 'pending' AND NOT t.is_group AND t.queue_id IS NULL
        AND c.redirect_after_minutes > 0 AND c.redirect_queue_id IS NOT NULL
    UNION ALL
    SELECT DISTINCT t.company_id, 'rotate' FROM tickets t
      JOIN queues q ON q.company_id = t.company_id AND q.id = t.queue_id
      WHERE t.status = 'pending' AND NOT t.is_group AND NOT t.is_bot AND q.is_rotating) AS waiting
  WHERE company_receives(waiting.company_id, now())
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION companies_with_open_turns() RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT open.company_id FROM (SELECT DISTINCT company_id FROM flow_turns WHERE done_at IS NULL) AS open
  WHERE company_receives(open.company_id, now())
$$;
--> statement-breakpoint
ALTER FUNCTION campaign_work(timestamptz, timestamptz) RENAME TO campaign_work_of_all;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION campaign_work_of_all(timestamptz, timestamptz) FROM balcao_app;
--> statement-breakpoint
CREATE FUNCTION campaign_work(at timestamptz, asked_before timestamptz)
  RETURNS TABLE (kind text, company_id uuid, campaign_id uuid, connection_id uuid, due_at timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT * FROM campaign_work_of_all(at, asked_before) AS work WHERE company_receives(work.company_id, at)
$$;
--> statement-breakpoint
-- A company that is deactivated or deleted: its sessions end in the same transaction, whoever changes it, and their
-- streams are told. Each change of what a company may do wakes the connectors.
CREATE FUNCTION apply_company_standing() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE ended text;
BEGIN
  IF company_standing(NEW, now()) = 'inactive' AND company_standing(OLD, now()) <> 'inactive' THEN
    FOR ended IN DELETE FROM sessions s WHERE s.company_id = NEW.id RETURNING s.id LOOP
      PERFORM pg_notify('balcao_sessions', jsonb_build_object('id', ended, 'reason', 'ended')::text);
    END LOOP;
  END IF;
  PERFORM pg_notify('balcao_connections', jsonb_build_object('companyId', NEW.id, 'connectionId', '')::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER apply_company_standing AFTER UPDATE OF is_active, deleted_at, due_date, plan_id ON companies
  FOR EACH ROW WHEN ((OLD.is_active, OLD.deleted_at, OLD.due_date, OLD.plan_id) IS DISTINCT FROM (NEW.is_active, NEW.deleted_at, NEW.due_date, NEW.plan_id))
  EXECUTE FUNCTION apply_company_standing();
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION company_standing(companies, timestamptz), company_receives(uuid, timestamptz),
  companies_to_suspend(timestamptz), renew_connections(text, int), campaign_work(timestamptz, timestamptz), apply_company_standing() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION company_standing(companies, timestamptz), company_receives(uuid, timestamptz),
  companies_to_suspend(timestamptz), renew_connections(text, int), campaign_work(timestamptz, timestamptz) TO balcao_app;
--> statement-breakpoint
-- The companies whose rows are removed: deleted 30 days ago.
CREATE FUNCTION companies_to_remove() RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT id FROM companies WHERE deleted_at < now() - interval '30 days' ORDER BY deleted_at
$$;
--> statement-breakpoint
-- Deletes (or first unlinks) up to `most` rows of such a company, of one table, and returns how many; 0: only the company's own row is left.
-- Goes over the catalogue, so that a new table cannot be forgotten: first the tables that refer to others, last the change
-- log, into which the triggers of the others write.
CREATE FUNCTION remove_company_rows(company uuid, most int) RETURNS int
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE tab record; own record; deleted int;
BEGIN
  IF company NOT IN (SELECT companies_to_remove()) THEN RETURN 0; END IF;
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
      EXECUTE format('UPDATE %1$I SET %2$I = NULL WHERE ctid = ANY (ARRAY(SELECT ctid FROM %1$I WHERE company_id = $1 AND %2$I IS NOT NULL LIMIT $2))', tab.relname, own.attname)
        USING company, most;
      GET DIAGNOSTICS deleted = ROW_COUNT;
      IF deleted > 0 THEN RETURN deleted; END IF;
    END LOOP;
    EXECUTE format('DELETE FROM %I WHERE ctid = ANY (ARRAY(SELECT ctid FROM %I WHERE company_id = $1 LIMIT $2))', tab.relname, tab.relname)
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
REVOKE EXECUTE ON FUNCTION companies_to_remove(), remove_company_rows(uuid, int) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION companies_to_remove(), remove_company_rows(uuid, int) TO balcao_app;
