-- Writes a new message of an internal chat, for its list and its thread.
CREATE OR REPLACE FUNCTION log_chat_message() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE scope jsonb := chat_scope(chat_member_ids(NEW.company_id, NEW.chat_id));
BEGIN
  PERFORM log_change(NEW.company_id, 'chats', NEW.chat_id::text, NEW.id, scope, scope);
  PERFORM log_change(NEW.company_id, 'chatThreads', NEW.chat_id::text, NEW.id, scope, scope);
  RETURN NULL;
END $$;

CREATE TRIGGER log_chat_message AFTER INSERT ON chat_messages FOR EACH ROW EXECUTE FUNCTION log_chat_message();
