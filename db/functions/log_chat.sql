-- Writes a change of an internal chat's title or owner. `part_id` of a change of `chats`: the new message, or the
-- member who has read; null: title, owner or members.
CREATE OR REPLACE FUNCTION log_chat() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE scope jsonb := chat_scope(chat_member_ids(NEW.company_id, NEW.id));
BEGIN
  PERFORM log_change(NEW.company_id, 'chats', NEW.id::text, NULL, scope, scope);
  RETURN NULL;
END $$;

CREATE TRIGGER log_chat AFTER UPDATE OF title, owner_id ON chats FOR EACH ROW WHEN (((old.title IS DISTINCT FROM new.title) OR (old.owner_id IS DISTINCT FROM new.owner_id))) EXECUTE FUNCTION log_chat();
