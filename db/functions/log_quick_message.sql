-- Writes a change of a quick message, for everyone or for its writer.
CREATE OR REPLACE FUNCTION log_quick_message() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE row quick_messages := coalesce(NEW, OLD);
BEGIN
  PERFORM log_change(row.company_id, 'quickMessages', row.id::text, NULL,
    CASE WHEN TG_OP <> 'INSERT' THEN jsonb_build_object('isGeneral', OLD.is_general, 'userId', OLD.user_id) END,
    CASE WHEN TG_OP <> 'DELETE' THEN jsonb_build_object('isGeneral', NEW.is_general, 'userId', NEW.user_id) END);
  RETURN NULL;
END $$;

CREATE TRIGGER log_quick_message AFTER INSERT OR DELETE OR UPDATE ON quick_messages FOR EACH ROW EXECUTE FUNCTION log_quick_message();
