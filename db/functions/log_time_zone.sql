-- Writes a change of the settings when the company's time zone changes.
CREATE OR REPLACE FUNCTION log_time_zone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM log_change(NEW.id, 'refs', 'setting:timeZone', NULL, NULL, NULL);
  RETURN NULL;
END $$;

CREATE TRIGGER log_time_zone AFTER UPDATE ON companies FOR EACH ROW WHEN ((old.time_zone IS DISTINCT FROM new.time_zone)) EXECUTE FUNCTION log_time_zone();
