-- Writes a change of each chat of a user whose name changes: chats carry the names of their members.
CREATE OR REPLACE FUNCTION log_chats_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE chat record; scope jsonb;
BEGIN
  FOR chat IN SELECT chat_id FROM chat_members WHERE company_id = NEW.company_id AND user_id = NEW.id LOOP
    scope := chat_scope(chat_member_ids(NEW.company_id, chat.chat_id));
    PERFORM log_change(NEW.company_id, 'chats', chat.chat_id::text, NULL, scope, scope);
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER log_chats_of_user AFTER UPDATE OF name ON users FOR EACH ROW WHEN ((old.name <> new.name)) EXECUTE FUNCTION log_chats_of_user();
