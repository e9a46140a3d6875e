-- Writes changes of a contact's schedules, which carry its name and number.
CREATE OR REPLACE FUNCTION log_schedules_of_contact() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE schedule record; scope jsonb;
BEGIN
  FOR schedule IN
    SELECT id, user_id, contact_id FROM schedules WHERE company_id = NEW.company_id AND contact_id = NEW.id
      AND (status = 'pending' OR send_at > now() - interval '62 days')
  LOOP
    scope := schedule_scope(schedule.user_id, schedule.contact_id);
    PERFORM log_change(NEW.company_id, 'schedules', schedule.id::text, NEW.id, scope, scope);
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER log_schedules_of_contact AFTER UPDATE OF name, number ON contacts FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.number IS DISTINCT FROM new.number))) EXECUTE FUNCTION log_schedules_of_contact();
