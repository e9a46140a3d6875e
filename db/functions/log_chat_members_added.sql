-- Writes that members were added. All members see the new list; only those who join get the whole thread.
CREATE OR REPLACE FUNCTION log_chat_members_added() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE chat record; after uuid[];
BEGIN
  FOR chat IN SELECT company_id, chat_id, array_agg(user_id ORDER BY join_order) AS ids FROM added GROUP BY company_id, chat_id LOOP
    after := chat_member_ids(chat.company_id, chat.chat_id);
    PERFORM log_change(chat.company_id, 'chats', chat.chat_id::text, NULL,
      chat_scope(ARRAY(SELECT unnest(after) EXCEPT SELECT unnest(chat.ids))), chat_scope(after));
    PERFORM log_change(chat.company_id, 'chatThreads', chat.chat_id::text, NULL, NULL, chat_scope(chat.ids));
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER log_chat_members_added AFTER INSERT ON chat_members REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION log_chat_members_added();
