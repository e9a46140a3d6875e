-- Writes one change of each chat whose messages lost their author's id with a deleted user.
CREATE OR REPLACE FUNCTION log_chat_messages_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE chat record; scope jsonb;
BEGIN
  FOR chat IN SELECT DISTINCT company_id, chat_id FROM changed LOOP
    scope := chat_scope(chat_member_ids(chat.company_id, chat.chat_id));
    PERFORM log_change(chat.company_id, 'chats', chat.chat_id::text, NULL, scope, scope);
    PERFORM log_change(chat.company_id, 'chatThreads', chat.chat_id::text, NULL, scope, scope);
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER log_chat_messages_changed AFTER UPDATE ON chat_messages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_chat_messages_changed();
