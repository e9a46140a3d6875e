-- Writes a change of the schedule of a message that the channel has refused after it was handed over: it is shown as
-- failed.
CREATE OR REPLACE FUNCTION log_schedule_of_message() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE schedule record; scope jsonb;
BEGIN
  FOR schedule IN SELECT id, user_id, contact_id FROM schedules WHERE company_id = OLD.company_id AND message_id = OLD.id LOOP
    scope := schedule_scope(schedule.user_id, schedule.contact_id);
    PERFORM log_change(OLD.company_id, 'schedules', schedule.id::text, OLD.id, scope, scope);
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER log_schedule_of_deleted_message AFTER DELETE ON messages FOR EACH ROW WHEN ((old.error_code IS NOT NULL)) EXECUTE FUNCTION log_schedule_of_message();
CREATE TRIGGER log_schedule_of_message AFTER UPDATE OF error_code ON messages FOR EACH ROW WHEN ((old.error_code IS DISTINCT FROM new.error_code)) EXECUTE FUNCTION log_schedule_of_message();
