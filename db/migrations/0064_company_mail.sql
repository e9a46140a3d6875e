CREATE TABLE "mail_recipients" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"mail_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"address" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"problem" text,
	"reply" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"attempted_at" timestamp with time zone,
	"lease_id" uuid,
	"lease_until" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"message_id" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_recipients_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "mail_recipients_state" CHECK (state in ('waiting', 'sending', 'sent', 'failed', 'unknown', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"send_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mails_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "mail_recipients" ADD CONSTRAINT "mail_recipients_company_id_mail_id_mails_company_id_id_fk" FOREIGN KEY ("company_id","mail_id") REFERENCES "public"."mails"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_recipients_mail" ON "mail_recipients" USING btree ("company_id","mail_id","position");--> statement-breakpoint
CREATE INDEX "mail_recipients_due" ON "mail_recipients" USING btree ("due_at") WHERE state in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "mail_recipients_attempted" ON "mail_recipients" USING btree ("company_id","attempted_at") WHERE attempted_at is not null;--> statement-breakpoint
CREATE INDEX "mail_recipients_sent" ON "mail_recipients" USING btree ("company_id","sent_at" DESC NULLS LAST) WHERE state = 'sent';--> statement-breakpoint
CREATE INDEX "mails_created" ON "mails" USING btree ("company_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
-- Mails are in the change log, but no device keeps them: screens ask again. The scope names the author.
CREATE FUNCTION log_mail_recipients() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM log_change(g.company_id, 'mails', g.mail_id::text, NULL, NULL, jsonb_build_object('userId', m.user_id))
  FROM (SELECT DISTINCT company_id, mail_id FROM changed) AS g
  JOIN mails m ON m.company_id = g.company_id AND m.id = g.mail_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER log_mail_recipients_insert AFTER INSERT ON mail_recipients REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION log_mail_recipients();
--> statement-breakpoint
CREATE TRIGGER log_mail_recipients_update AFTER UPDATE ON mail_recipients REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION log_mail_recipients();
--> statement-breakpoint
-- The companies with mails to send, or with an attempt that ended without a result. Companies past their due date send nothing.
CREATE FUNCTION companies_with_due_mails(at timestamptz) RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT DISTINCT r.company_id FROM mail_recipients r WHERE r.state = 'sending' AND r.due_at <= at AND r.lease_until < at
  UNION
  SELECT due.company_id FROM (
    SELECT DISTINCT r.company_id FROM mail_recipients r
    WHERE r.state = 'waiting' AND r.due_at <= at AND (r.lease_until IS NULL OR r.lease_until < at)) AS due
  JOIN companies c ON c.id = due.company_id
  WHERE company_standing(c, at) = 'works'
$$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION companies_with_due_mails(timestamptz) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION companies_with_due_mails(timestamptz) TO balcao_app;
