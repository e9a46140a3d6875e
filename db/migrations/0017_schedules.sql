ALTER TABLE "quick_messages" ADD COLUMN "updated_by" uuid;
--> statement-breakpoint
-- Messages that the desk sends by itself when their hour has come.
CREATE TABLE "schedules" (
  "company_id" uuid NOT NULL,
  "id" uuid NOT NULL,
  "body" text NOT NULL,
  "contact_id" uuid NOT NULL,
  "user_id" uuid NOT NULL,
  "file_id" uuid,
  "send_at" timestamp with time zone NOT NULL,
  "sent_at" timestamp with time zone,
  "status" text DEFAULT 'pending' NOT NULL,
  "error_code" text,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "updated_at" timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT "schedules_pk" PRIMARY KEY ("company_id", "id"),
  CONSTRAINT "schedules_status" CHECK (status in ('pending', 'sent', 'failed')),
  CONSTRAINT "schedules_contact_fk" FOREIGN KEY ("company_id", "contact_id") REFERENCES "contacts" ("company_id", "id") ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX "schedules_send_at" ON "schedules" USING btree ("company_id","send_at","id");
--> statement-breakpoint
CREATE INDEX "schedules_due" ON "schedules" USING btree ("send_at") WHERE status = 'pending';
--> statement-breakpoint
CREATE INDEX "schedules_contact" ON "schedules" USING btree ("company_id","contact_id");
--> statement-breakpoint
CREATE INDEX "schedules_file" ON "schedules" USING btree ("company_id","file_id") WHERE file_id is not null;
--> statement-breakpoint
CREATE FUNCTION log_schedule() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE row schedules := coalesce(NEW, OLD);
BEGIN
  IF TG_OP = 'UPDATE' AND OLD IS NOT DISTINCT FROM NEW THEN RETURN NULL; END IF;
  PERFORM log_change(row.company_id, 'schedules', row.id::text, NULL, NULL, NULL);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER log_schedule AFTER INSERT OR UPDATE OR DELETE ON schedules FOR EACH ROW EXECUTE FUNCTION log_schedule();
--> statement-breakpoint
-- Where something is due: the workers look into these companies only.
CREATE FUNCTION companies_with_due_schedules(at timestamptz) RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT DISTINCT company_id FROM schedules WHERE status = 'pending' AND send_at <= at
$$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION companies_with_due_schedules(timestamptz) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION companies_with_due_schedules(timestamptz) TO balcao_app;
