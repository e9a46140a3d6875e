CREATE TABLE "campaign_connections" (
	"company_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"next_send_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_in_row" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "campaign_connections_company_id_campaign_id_connection_id_pk" PRIMARY KEY("company_id","campaign_id","connection_id")
);
--> statement-breakpoint
CREATE TABLE "campaign_days" (
	"company_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"day" date NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "campaign_days_company_id_connection_id_day_pk" PRIMARY KEY("company_id","connection_id","day")
);
--> statement-breakpoint
CREATE TABLE "campaign_recipients" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"number" text NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"search" text DEFAULT '' NOT NULL,
	"kind" text DEFAULT 'phone' NOT NULL,
	"match_key" text NOT NULL,
	"contact_id" uuid,
	"variant" smallint NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"progress" smallint DEFAULT 0 NOT NULL,
	"attempt" smallint DEFAULT 0 NOT NULL,
	"connection_id" uuid,
	"ask_message_id" uuid,
	"message_id" uuid,
	"asked_at" timestamp with time zone,
	"confirmed_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"read_at" timestamp with time zone,
	"replied_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "campaign_recipients_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "campaign_settings" (
	"company_id" uuid NOT NULL,
	"settings" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "campaign_settings_company_id_pk" PRIMARY KEY("company_id")
);
--> statement-breakpoint
CREATE TABLE "campaigns" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"status" text DEFAULT 'inactive' NOT NULL,
	"reason" text,
	"messages" jsonb NOT NULL,
	"confirmation_messages" jsonb NOT NULL,
	"confirmation" boolean DEFAULT false NOT NULL,
	"list_id" uuid,
	"list_name" text,
	"tag_id" uuid,
	"reply_queue_id" uuid,
	"file_id" uuid,
	"scheduled_at" timestamp with time zone,
	"started_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"window" jsonb NOT NULL,
	"daily_limit" integer,
	"frozen" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "campaigns_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "campaigns_status" CHECK (status in ('inactive', 'scheduled', 'running', 'cancelled', 'finished'))
);
--> statement-breakpoint
CREATE TABLE "consent_changes" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"state" text NOT NULL,
	"source" text NOT NULL,
	"wording" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"user_id" uuid,
	"user_name" text,
	"message_id" uuid,
	"campaign_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "consent_changes_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "opt_outs" (
	"company_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"match_key" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "opt_outs_company_id_kind_match_key_pk" PRIMARY KEY("company_id","kind","match_key")
);
--> statement-breakpoint
CREATE TABLE "contact_list_items" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"list_id" uuid NOT NULL,
	"name" text NOT NULL,
	"number" text NOT NULL,
	"match_key" text NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"search" text DEFAULT '' NOT NULL,
	"is_whatsapp_valid" boolean,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_list_items_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "contact_lists" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_lists_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "number_checks" (
	"company_id" uuid NOT NULL,
	"match_key" text NOT NULL,
	"number" text NOT NULL,
	"is_on_whatsapp" boolean,
	"checked_at" timestamp with time zone,
	"due_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "number_checks_company_id_match_key_pk" PRIMARY KEY("company_id","match_key")
);
--> statement-breakpoint
ALTER TABLE "contact_imports" ADD COLUMN "list_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "campaign_id" uuid;--> statement-breakpoint
ALTER TABLE "campaign_connections" ADD CONSTRAINT "campaign_connections_company_id_campaign_id_campaigns_company_id_id_fk" FOREIGN KEY ("company_id","campaign_id") REFERENCES "public"."campaigns"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign_recipients" ADD CONSTRAINT "campaign_recipients_company_id_campaign_id_campaigns_company_id_id_fk" FOREIGN KEY ("company_id","campaign_id") REFERENCES "public"."campaigns"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_list_items" ADD CONSTRAINT "contact_list_items_company_id_list_id_contact_lists_company_id_id_fk" FOREIGN KEY ("company_id","list_id") REFERENCES "public"."contact_lists"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "campaign_connections_due" ON "campaign_connections" USING btree ("next_send_at");--> statement-breakpoint
CREATE UNIQUE INDEX "campaign_recipients_match" ON "campaign_recipients" USING btree ("company_id","campaign_id","kind","match_key") WHERE reason is null or reason not in ('duplicate', 'noNumber');--> statement-breakpoint
CREATE INDEX "campaign_recipients_position" ON "campaign_recipients" USING btree ("company_id","campaign_id","position");--> statement-breakpoint
CREATE INDEX "campaign_recipients_next" ON "campaign_recipients" USING btree ("company_id","campaign_id","state","connection_id","position") WHERE state in ('waiting', 'confirmed');--> statement-breakpoint
CREATE INDEX "campaign_recipients_counts" ON "campaign_recipients" USING btree ("company_id","campaign_id","state","reason","progress","variant");--> statement-breakpoint
CREATE INDEX "campaign_recipients_asked" ON "campaign_recipients" USING btree ("asked_at") WHERE state = 'asked';--> statement-breakpoint
CREATE INDEX "campaign_recipients_sent" ON "campaign_recipients" USING btree ("company_id","campaign_id","sent_at") WHERE sent_at is not null;--> statement-breakpoint
CREATE INDEX "campaign_recipients_contact" ON "campaign_recipients" USING btree ("company_id","contact_id") WHERE contact_id is not null;--> statement-breakpoint
CREATE INDEX "campaign_recipients_message" ON "campaign_recipients" USING btree ("company_id","message_id") WHERE message_id is not null;--> statement-breakpoint
CREATE INDEX "campaign_recipients_question" ON "campaign_recipients" USING btree ("company_id","ask_message_id") WHERE ask_message_id is not null;--> statement-breakpoint
CREATE INDEX "campaigns_created" ON "campaigns" USING btree ("company_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "campaigns_list" ON "campaigns" USING btree ("company_id","list_id");--> statement-breakpoint
CREATE INDEX "campaigns_scheduled" ON "campaigns" USING btree ("scheduled_at") WHERE status = 'scheduled';--> statement-breakpoint
CREATE INDEX "campaigns_running" ON "campaigns" USING btree ("company_id") WHERE status = 'running';--> statement-breakpoint
CREATE INDEX "campaigns_file" ON "campaigns" USING btree ("company_id","file_id") WHERE file_id is not null;--> statement-breakpoint
CREATE INDEX "consent_changes_contact" ON "consent_changes" USING btree ("company_id","contact_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "contact_list_items_match" ON "contact_list_items" USING btree ("company_id","list_id","match_key");--> statement-breakpoint
CREATE INDEX "contact_list_items_name" ON "contact_list_items" USING btree ("company_id","list_id","name","id");--> statement-breakpoint
CREATE INDEX "contact_list_items_number" ON "contact_list_items" USING btree ("company_id","match_key");--> statement-breakpoint
CREATE INDEX "contact_lists_name" ON "contact_lists" USING btree ("company_id","name","id");--> statement-breakpoint
CREATE INDEX "number_checks_due" ON "number_checks" USING btree ("company_id","due_at") WHERE due_at is not null;--> statement-breakpoint
ALTER TABLE "contact_imports" ADD CONSTRAINT "contact_imports_company_id_list_id_contact_lists_company_id_id_fk" FOREIGN KEY ("company_id","list_id") REFERENCES "public"."contact_lists"("company_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- Lists and campaigns are in the change log, but no device keeps them: screens ask again.
CREATE FUNCTION log_contact_list() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE row contact_lists := coalesce(NEW, OLD);
BEGIN
  PERFORM log_change(row.company_id, 'contactLists', row.id::text, NULL, NULL, NULL);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER log_contact_list AFTER INSERT OR UPDATE OR DELETE ON contact_lists FOR EACH ROW EXECUTE FUNCTION log_contact_list();
--> statement-breakpoint
-- One change per list and statement: an import writes thousands of items. A single item is named in part_id.
CREATE FUNCTION log_contact_list_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM log_change(g.company_id, 'contactLists', g.list_id::text, g.item, NULL, NULL)
  FROM (SELECT company_id, list_id, CASE WHEN count(*) = 1 THEN min(id::text)::uuid END AS item
        FROM changed GROUP BY company_id, list_id) AS g;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER log_contact_list_items_insert AFTER INSERT ON contact_list_items REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION log_contact_list_items();
--> statement-breakpoint
CREATE TRIGGER log_contact_list_items_update AFTER UPDATE ON contact_list_items REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION log_contact_list_items();
--> statement-breakpoint
CREATE TRIGGER log_contact_list_items_delete AFTER DELETE ON contact_list_items REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION log_contact_list_items();
--> statement-breakpoint
CREATE FUNCTION log_campaign() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE row campaigns := coalesce(NEW, OLD);
BEGIN
  IF TG_OP = 'UPDATE' AND OLD IS NOT DISTINCT FROM NEW THEN RETURN NULL; END IF;
  PERFORM log_change(row.company_id, 'campaigns', row.id::text, NULL, NULL, NULL);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER log_campaign AFTER INSERT OR UPDATE OR DELETE ON campaigns FOR EACH ROW EXECUTE FUNCTION log_campaign();
--> statement-breakpoint
CREATE FUNCTION log_campaign_recipients() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM log_change(g.company_id, 'campaigns', g.campaign_id::text, NULL, NULL, NULL)
  FROM (SELECT DISTINCT company_id, campaign_id FROM changed) AS g;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER log_campaign_recipients_update AFTER UPDATE ON campaign_recipients REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION log_campaign_recipients();
--> statement-breakpoint
-- The delivery status of a campaign's message belongs to its recipient, too. By trigger, because the status has many
-- writers: acceptance, receipts, failures, retries and discarding. `progress`: 8 delivered, 16 read.
CREATE FUNCTION note_campaign_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE campaign_recipients AS r SET
    progress = r.progress | CASE WHEN NEW.ack >= 3 THEN 24 WHEN NEW.ack = 2 THEN 8 ELSE 0 END,
    delivered_at = coalesce(r.delivered_at, NEW.delivered_at, NEW.read_at),
    read_at = coalesce(r.read_at, NEW.read_at),
    state = CASE
      WHEN NEW.error_code = 'ERR_OPTED_OUT' THEN 'excluded'
      WHEN NEW.error_code IS NOT NULL THEN 'failed'
      WHEN r.progress & 32 > 0 THEN 'replied'
      WHEN NEW.ack >= 3 THEN 'read'
      WHEN NEW.ack = 2 THEN 'delivered'
      ELSE 'sent' END,
    reason = CASE WHEN NEW.error_code = 'ERR_OPTED_OUT' THEN 'optedOut' ELSE NEW.error_code END,
    ended_at = CASE WHEN NEW.error_code IS NOT NULL THEN coalesce(r.ended_at, clock_timestamp()) END
  WHERE r.company_id = NEW.company_id AND r.message_id = NEW.id
    AND (r.state IN ('sent', 'delivered', 'read', 'replied', 'failed') OR r.reason = 'optedOut');
  UPDATE campaign_recipients AS r SET
    state = CASE
      WHEN NEW.error_code = 'ERR_OPTED_OUT' THEN 'excluded'
      WHEN NEW.error_code IS NOT NULL THEN 'failed'
      ELSE 'asked' END,
    reason = CASE WHEN NEW.error_code = 'ERR_OPTED_OUT' THEN 'optedOut' ELSE NEW.error_code END,
    ended_at = CASE WHEN NEW.error_code IS NOT NULL THEN coalesce(r.ended_at, clock_timestamp()) END
  WHERE r.company_id = NEW.company_id AND r.ask_message_id = NEW.id AND r.message_id IS NULL
    AND r.reason IS DISTINCT FROM CASE WHEN NEW.error_code = 'ERR_OPTED_OUT' THEN 'optedOut' ELSE NEW.error_code END
    AND (r.state IN ('asked', 'failed') OR r.reason = 'optedOut');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER note_campaign_delivery AFTER UPDATE OF ack, error_code ON messages FOR EACH ROW
  WHEN (NEW.origin = 'campaign' AND (NEW.ack <> OLD.ack OR NEW.error_code IS DISTINCT FROM OLD.error_code))
  EXECUTE FUNCTION note_campaign_delivery();
