-- Writes a change of a scheduled message. A person's edit names no part. A change by the product names the schedule, so
-- that it is in conflict with no edit.
CREATE OR REPLACE FUNCTION log_schedule() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE row schedules := coalesce(NEW, OLD); part uuid;
BEGIN
  IF TG_OP = 'UPDATE' AND OLD IS NOT DISTINCT FROM NEW THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' AND (OLD.body, OLD.contact_id, OLD.send_at, OLD.file_id)
    IS NOT DISTINCT FROM (NEW.body, NEW.contact_id, NEW.send_at, NEW.file_id) THEN
    part := NEW.id;
  END IF;
  PERFORM log_change(row.company_id, 'schedules', row.id::text, part,
    CASE WHEN TG_OP <> 'INSERT' THEN schedule_scope(OLD.user_id, OLD.contact_id) END,
    CASE WHEN TG_OP <> 'DELETE' THEN schedule_scope(NEW.user_id, NEW.contact_id) END);
  RETURN NULL;
END $$;

CREATE TRIGGER log_schedule AFTER INSERT OR DELETE OR UPDATE ON schedules FOR EACH ROW EXECUTE FUNCTION log_schedule();
