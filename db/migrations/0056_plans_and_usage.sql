ALTER TABLE "charges" DROP CONSTRAINT "charges_plan_id_plans_id_fk";
--> statement-breakpoint
ALTER TABLE "invoices" DROP CONSTRAINT "invoices_plan_id_plans_id_fk";
--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "companies_plan" ON "companies" USING btree ("plan_id");--> statement-breakpoint
-- What companies are searched by. Not in the schema's table, so that no statement that reads a company carries it.
ALTER TABLE companies ADD COLUMN search text GENERATED ALWAYS AS (searchable(name || ' ' || email || ' ' || phone)) STORED;
--> statement-breakpoint
-- Counts for super users, who see no row of these tables (docs/decisions/0048): numbers only, and none outside of the
-- platform's transactions. A ticket's last_message_at is not before any of its messages, so the index finds the tickets
-- of the period.
CREATE FUNCTION company_usage(ids uuid[], since timestamptz)
  RETURNS TABLE (company_id uuid, users int, connections int, queues int, messages int)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.id,
    (SELECT count(*)::int FROM users u WHERE u.company_id = c.id),
    (SELECT count(*)::int FROM connections o WHERE o.company_id = c.id),
    (SELECT count(*)::int FROM queues q WHERE q.company_id = c.id),
    (SELECT count(*)::int FROM tickets t
       JOIN messages m ON m.company_id = t.company_id AND m.ticket_id = t.id AND m.created_at >= since
       WHERE t.company_id = c.id AND t.last_message_at >= since)
  FROM companies c WHERE c.id = ANY (ids) AND current_setting('app.platform', true) = 'on'
$$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION company_usage(uuid[], timestamptz) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION company_usage(uuid[], timestamptz) TO balcao_app;
