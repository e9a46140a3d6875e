-- Returns the first `wanted` contacts by name whose search text matches, and how many match (at most `most`). As the
-- owner, for the same reason as `contacts_like`.
CREATE OR REPLACE FUNCTION contact_page_like(pattern text, most int, wanted int) RETURNS TABLE (id uuid, counted int)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE company uuid := nullif(current_setting('app.company', true), '')::uuid;
BEGIN
  RETURN QUERY WITH found AS MATERIALIZED (
    SELECT c.id, c.name FROM contacts c WHERE c.company_id = company AND c.merged_into_id IS NULL AND c.search LIKE pattern LIMIT most
  )
  SELECT f.id, (SELECT count(*)::int FROM found) FROM found f ORDER BY f.name, f.id LIMIT wanted;
END $$;
REVOKE EXECUTE ON FUNCTION contact_page_like(text, int, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION contact_page_like(text, int, int) TO balcao_app;
