-- Writes that members were removed, also when the chat is deleted with them.
CREATE OR REPLACE FUNCTION log_chat_members_removed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE chat record; after uuid[];
BEGIN
  FOR chat IN SELECT company_id, chat_id, array_agg(user_id) AS ids FROM removed GROUP BY company_id, chat_id LOOP
    after := chat_member_ids(chat.company_id, chat.chat_id);
    PERFORM log_change(chat.company_id, 'chats', chat.chat_id::text, NULL, chat_scope(after || chat.ids), chat_scope(after));
    PERFORM log_change(chat.company_id, 'chatThreads', chat.chat_id::text, NULL, chat_scope(chat.ids), NULL);
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER log_chat_members_removed AFTER DELETE ON chat_members REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION log_chat_members_removed();
