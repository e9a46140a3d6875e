-- Writes up to where a member has read, for that member's devices only.
CREATE OR REPLACE FUNCTION log_chat_reading() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE scope jsonb := chat_scope(ARRAY[NEW.user_id]);
BEGIN
  PERFORM log_change(NEW.company_id, 'chats', NEW.chat_id::text, NEW.user_id, scope, scope);
  RETURN NULL;
END $$;

CREATE TRIGGER log_chat_reading AFTER UPDATE OF read_seq ON chat_members FOR EACH ROW WHEN ((old.read_seq IS DISTINCT FROM new.read_seq)) EXECUTE FUNCTION log_chat_reading();
