-- Returns the items of a list whose search text matches. As the owner, for the same reason as `contacts_like`.
CREATE OR REPLACE FUNCTION contact_list_items_like(list uuid, pattern text, most int) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE company uuid := nullif(current_setting('app.company', true), '')::uuid;
BEGIN
  RETURN QUERY SELECT i.id FROM contact_list_items i WHERE i.company_id = company AND i.list_id = list AND i.search LIKE pattern LIMIT most;
END $$;
REVOKE EXECUTE ON FUNCTION contact_list_items_like(uuid, text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION contact_list_items_like(uuid, text, int) TO balcao_app;
