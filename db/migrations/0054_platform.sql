CREATE TABLE "audit_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"action" text NOT NULL,
	"user_id" uuid,
	"user_name" text DEFAULT '' NOT NULL,
	"subject_company_id" uuid,
	"subject_id" uuid,
	"subject_name" text DEFAULT '' NOT NULL,
	"changes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "charges" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"provider_id" text,
	"amount_cents" integer NOT NULL,
	"plan_id" uuid,
	"status" text DEFAULT 'open' NOT NULL,
	"option" jsonb,
	"paid_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "charges_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "invoice_reminders" (
	"company_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"days_before" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoice_reminders_company_id_invoice_id_days_before_pk" PRIMARY KEY("company_id","invoice_id","days_before")
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "invoices_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"detail" text NOT NULL,
	"plan_id" uuid,
	"recurrence" text NOT NULL,
	"value_cents" integer NOT NULL,
	"period" date NOT NULL,
	"due_date" date NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"paid_at" timestamp with time zone,
	"paid_with" text,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoices_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"amount_cents" integer,
	"payer_company_id" uuid,
	"invoice_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"users" integer NOT NULL,
	"connections" integer NOT NULL,
	"queues" integer NOT NULL,
	"value_cents" integer NOT NULL,
	"is_public" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "due_day" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "plan_id" uuid;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "users_limit" integer;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "connections_limit" integer;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "queues_limit" integer;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "billing" jsonb;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "trial_ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "last_sign_in_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_company_id_invoice_id_invoices_company_id_id_fk" FOREIGN KEY ("company_id","invoice_id") REFERENCES "public"."invoices"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_reminders" ADD CONSTRAINT "invoice_reminders_company_id_invoice_id_invoices_company_id_id_fk" FOREIGN KEY ("company_id","invoice_id") REFERENCES "public"."invoices"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_at" ON "audit_entries" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_company" ON "audit_entries" USING btree ("subject_company_id");--> statement-breakpoint
CREATE INDEX "charges_invoice" ON "charges" USING btree ("company_id","invoice_id");--> statement-breakpoint
CREATE INDEX "charges_provider_id" ON "charges" USING btree ("provider","provider_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_period" ON "invoices" USING btree ("company_id","period");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number" ON "invoices" USING btree ("company_id","number");--> statement-breakpoint
CREATE INDEX "invoices_due" ON "invoices" USING btree ("due_date") WHERE "invoices"."status" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_events_event" ON "payment_events" USING btree ("provider","event_id");--> statement-breakpoint
CREATE INDEX "payment_events_state" ON "payment_events" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "payment_events_payer" ON "payment_events" USING btree ("payer_company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "plans_name" ON "plans" USING btree (lower("name"));--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "companies_name" ON "companies" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "companies_due" ON "companies" USING btree ("due_date");--> statement-breakpoint
-- The day of the month to keep; the end of a month stays the end of the month.
UPDATE companies SET due_day = CASE
  WHEN extract(month FROM (due_date AT TIME ZONE time_zone) + interval '1 day') <> extract(month FROM due_date AT TIME ZONE time_zone) THEN 31
  ELSE extract(day FROM due_date AT TIME ZONE time_zone) END;
--> statement-breakpoint

-- Row-level security on every table that has a company. Transactions of the platform (`app.platform`) also see the
-- listed tables of all companies, and nothing of their conversations. Tables of the platform alone are visible to these
-- transactions only.
CREATE OR REPLACE FUNCTION protect_company_tables() RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  tab record; key text; shown text;
  of_platform CONSTANT text := 'current_setting(''app.platform'', true) = ''on''';
  seen_by_platform CONSTANT text[] := ARRAY['companies', 'invoices', 'charges', 'settings'];
  platform_only CONSTANT text[] := ARRAY['audit_entries', 'payment_events'];
BEGIN
  FOR tab IN SELECT c.oid, c.relname FROM pg_class c
             WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
               AND (c.relname = 'companies' OR c.relname = ANY (platform_only) OR EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'company_id' AND NOT a.attisdropped)) LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tab.relname);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tab.relname);
    EXECUTE format('DROP POLICY IF EXISTS company_scope ON %I', tab.relname);
    IF tab.relname <> ALL (platform_only) THEN
      key := CASE WHEN tab.relname = 'companies' THEN 'id' ELSE 'company_id' END;
      EXECUTE format('CREATE POLICY company_scope ON %I TO balcao_app USING (%I = nullif(current_setting(''app.company'', true), '''')::uuid)', tab.relname, key);
    END IF;
    EXECUTE format('DROP POLICY IF EXISTS platform_scope ON %I', tab.relname);
    IF tab.relname = ANY (seen_by_platform || platform_only) THEN
      -- It reads only the setting that the platform decides: others hold passwords of other services.
      shown := CASE WHEN tab.relname = 'settings' THEN ' AND key = ''campaignsEnabled''' ELSE '' END;
      EXECUTE format('CREATE POLICY platform_scope ON %I FOR %s TO balcao_app USING (%s)', tab.relname,
        CASE WHEN tab.relname = 'settings' THEN 'SELECT' ELSE 'ALL' END, of_platform || shown);
    END IF;
    EXECUTE format('DROP POLICY IF EXISTS owner_scope ON %I', tab.relname);
    EXECUTE format('CREATE POLICY owner_scope ON %I TO %I USING (true)', tab.relname, current_user);
  END LOOP;
  GRANT USAGE ON SCHEMA public TO balcao_app;
  GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO balcao_app;
  GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO balcao_app;
END $$;
