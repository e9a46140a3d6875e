-- Writes that a user has read an announcement, for the other devices of that user.
CREATE OR REPLACE FUNCTION log_announcement_read() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM log_change(NEW.company_id, 'announcements', NEW.announcement_id::text, NULL, NULL, jsonb_build_object('userId', NEW.user_id));
  RETURN NULL;
END $$;

CREATE TRIGGER log_announcement_read AFTER INSERT OR UPDATE ON announcement_reads FOR EACH ROW EXECUTE FUNCTION log_announcement_read();
