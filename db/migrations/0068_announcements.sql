CREATE TABLE "announcement_reads" (
	"company_id" uuid NOT NULL,
	"announcement_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"edition" integer NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "announcement_reads_company_id_announcement_id_user_id_pk" PRIMARY KEY("company_id","announcement_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"priority" integer DEFAULT 3 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"picture" jsonb,
	"edition" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "announcement_reads" ADD CONSTRAINT "announcement_reads_company_id_user_id_users_company_id_id_fk" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."users"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_reads" ADD CONSTRAINT "announcement_reads_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcement_reads_announcement" ON "announcement_reads" USING btree ("announcement_id");--> statement-breakpoint
CREATE INDEX "announcements_newest" ON "announcements" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "announcements_picture" ON "announcements" USING btree (("picture" ->> 'fileId'));--> statement-breakpoint
-- A change of an announcement that companies read goes into the change log of each company, also of inactive ones and of those that
-- can be restored: their devices may come back with an old checkpoint. Runs as the owner, because a transaction of the platform writes no rows of
-- companies. The companies' revisions are assigned afterwards: at once where someone listens (the notice), otherwise by the
-- next reader or writer.
CREATE FUNCTION log_announcement() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE old_scope jsonb; new_scope jsonb; document text := coalesce(NEW.id, OLD.id)::text;
BEGIN
  IF TG_OP = 'UPDATE' AND OLD IS NOT DISTINCT FROM NEW THEN RETURN NULL; END IF;
  IF NOT coalesce(OLD.is_active, false) AND NOT coalesce(NEW.is_active, false) THEN RETURN NULL; END IF;
  IF TG_OP <> 'INSERT' THEN old_scope := jsonb_build_object('isActive', OLD.is_active); END IF;
  IF TG_OP <> 'DELETE' THEN new_scope := jsonb_build_object('isActive', NEW.is_active); END IF;
  -- Waits for companies that are being created: their rows are not visible yet.
  PERFORM pg_advisory_xact_lock(hashtext('announcements'));
  INSERT INTO changes (company_id, collection, doc_id, part_id, old_scope, new_scope, at)
    SELECT id, 'announcements', document, NULL, old_scope, new_scope, clock_timestamp() FROM companies
    WHERE deleted_at IS NULL OR deleted_at > now() - interval '30 days';
  PERFORM pg_notify('balcao_announcements', document);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER log_announcement AFTER INSERT OR UPDATE OR DELETE ON announcements FOR EACH ROW EXECUTE FUNCTION log_announcement();
--> statement-breakpoint
-- A new company waits for announcements that are being changed: its devices then boot with them.
CREATE FUNCTION wait_for_announcements() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('announcements'));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER wait_for_announcements AFTER INSERT ON companies FOR EACH STATEMENT EXECUTE FUNCTION wait_for_announcements();
--> statement-breakpoint
CREATE FUNCTION log_announcement_read() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM log_change(NEW.company_id, 'announcements', NEW.announcement_id::text, NULL, NULL, jsonb_build_object('userId', NEW.user_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER log_announcement_read AFTER INSERT OR UPDATE ON announcement_reads FOR EACH ROW EXECUTE FUNCTION log_announcement_read();
--> statement-breakpoint
-- How many companies have a user who read the present edition, and how many companies there are. Numbers only, and only in
-- the platform's transactions, which see no read marks.
CREATE FUNCTION announcement_readers(ids uuid[]) RETURNS TABLE (announcement_id uuid, readers int, companies int)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT a.id,
    (SELECT count(*)::int FROM companies c WHERE c.deleted_at IS NULL AND EXISTS (
      SELECT FROM announcement_reads r WHERE r.company_id = c.id AND r.announcement_id = a.id AND r.edition = a.edition)),
    (SELECT count(*)::int FROM companies c WHERE c.deleted_at IS NULL)
  FROM announcements a WHERE a.id = ANY (ids) AND current_setting('app.platform', true) = 'on'
$$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION announcement_readers(uuid[]) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION announcement_readers(uuid[]) TO balcao_app;
