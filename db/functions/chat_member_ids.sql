-- Returns the ids of a chat's members, in the order in which they joined.
CREATE OR REPLACE FUNCTION chat_member_ids(company uuid, chat uuid) RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT coalesce(array_agg(user_id ORDER BY join_order), '{}') FROM chat_members WHERE company_id = company AND chat_id = chat);
END $$;
