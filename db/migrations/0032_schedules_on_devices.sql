-- Who wrote it last: nobody is in conflict with oneself.
ALTER TABLE "schedules" ADD COLUMN "updated_by" uuid;
--> statement-breakpoint
-- The message that a schedule becomes: domain/derived-id.ts in SQL.
CREATE FUNCTION scheduled_message_id(schedule uuid) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT (substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-8' || substr(hex, 14, 3) || '-'
    || to_hex((('x' || substr(hex, 17, 1))::bit(4)::int & 3) | 8) || substr(hex, 18, 3) || '-' || substr(hex, 21, 12))::uuid
  FROM (SELECT encode(sha256(('scheduled message ' || schedule::text)::bytea), 'hex') AS hex) AS hashed
$$;
--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "message_id" uuid GENERATED ALWAYS AS (scheduled_message_id(id)) STORED;
--> statement-breakpoint
CREATE INDEX "schedules_message" ON "schedules" USING btree ("company_id","message_id");
--> statement-breakpoint
CREATE FUNCTION schedule_scope(planned schedules) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object('userId', planned.user_id, 'contactId', planned.contact_id)
$$;
--> statement-breakpoint
-- A person's edit names no part; what the desk itself marks names the schedule, so that no one is in conflict with it.
CREATE OR REPLACE FUNCTION log_schedule() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE row schedules := coalesce(NEW, OLD); part uuid;
BEGIN
  IF TG_OP = 'UPDATE' AND OLD IS NOT DISTINCT FROM NEW THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' AND (OLD.body, OLD.contact_id, OLD.send_at, OLD.file_id)
    IS NOT DISTINCT FROM (NEW.body, NEW.contact_id, NEW.send_at, NEW.file_id) THEN
    part := NEW.id;
  END IF;
  PERFORM log_change(row.company_id, 'schedules', row.id::text, part,
    CASE WHEN TG_OP <> 'INSERT' THEN schedule_scope(OLD) END, CASE WHEN TG_OP <> 'DELETE' THEN schedule_scope(NEW) END);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A schedule is seen by whom a ticket of its contact is seen: one that comes or goes brings or takes it. Devices keep what is
-- pending or at most 31 days old, and boot anew after 30 days away: nobody holds one older than 62 days.
CREATE FUNCTION log_schedules_of_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE old_scope jsonb; new_scope jsonb; row tickets := coalesce(NEW, OLD); schedule record;
BEGIN
  IF TG_OP = 'UPDATE' AND (OLD.contact_id, OLD.queue_id, OLD.user_id)
    IS NOT DISTINCT FROM (NEW.contact_id, NEW.queue_id, NEW.user_id) THEN
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN old_scope := ticket_scope(OLD); END IF;
  IF TG_OP <> 'DELETE' THEN new_scope := ticket_scope(NEW); END IF;
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
CREATE TRIGGER log_schedules_of_ticket AFTER INSERT OR DELETE OR UPDATE OF contact_id, queue_id, user_id ON tickets
  FOR EACH ROW EXECUTE FUNCTION log_schedules_of_ticket();
--> statement-breakpoint
-- Schedules carry their contact's name and number.
CREATE FUNCTION log_schedules_of_contact() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE schedule schedules;
BEGIN
  FOR schedule IN
    SELECT * FROM schedules WHERE company_id = NEW.company_id AND contact_id = NEW.id
      AND (status = 'pending' OR send_at > now() - interval '62 days')
  LOOP
    PERFORM log_change(NEW.company_id, 'schedules', schedule.id::text, NEW.id, schedule_scope(schedule), schedule_scope(schedule));
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER log_schedules_of_contact AFTER UPDATE OF name, number ON contacts FOR EACH ROW
  WHEN ((OLD.name, OLD.number) IS DISTINCT FROM (NEW.name, NEW.number)) EXECUTE FUNCTION log_schedules_of_contact();
--> statement-breakpoint
-- One that was handed over in time and refused by the channel afterwards is shown as failed.
CREATE FUNCTION log_schedule_of_message() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE schedule schedules;
BEGIN
  FOR schedule IN SELECT * FROM schedules WHERE company_id = OLD.company_id AND message_id = OLD.id LOOP
    PERFORM log_change(OLD.company_id, 'schedules', schedule.id::text, OLD.id, schedule_scope(schedule), schedule_scope(schedule));
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER log_schedule_of_message AFTER UPDATE OF error_code ON messages FOR EACH ROW
  WHEN (OLD.error_code IS DISTINCT FROM NEW.error_code) EXECUTE FUNCTION log_schedule_of_message();
--> statement-breakpoint
CREATE TRIGGER log_schedule_of_deleted_message AFTER DELETE ON messages FOR EACH ROW
  WHEN (OLD.error_code IS NOT NULL) EXECUTE FUNCTION log_schedule_of_message();
