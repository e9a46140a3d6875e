-- The first `wanted` contacts by name whose search text matches, and how many match (at most `most`). contacts_like returned the ids
-- of up to 1,000; with more matches all contacts were read by name. As contacts_like, it runs as the owner: LIKE is not leakproof.
CREATE FUNCTION contact_page_like(pattern text, most int, wanted int) RETURNS TABLE (id uuid, counted int)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH found AS MATERIALIZED (
    SELECT c.id, c.name FROM contacts c
    WHERE c.company_id = nullif(current_setting('app.company', true), '')::uuid AND c.merged_into_id IS NULL AND c.search LIKE pattern
    LIMIT most
  )
  SELECT f.id, (SELECT count(*)::int FROM found) FROM found f ORDER BY f.name, f.id LIMIT wanted
$$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION contact_page_like(text, int, int) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION contact_page_like(text, int, int) TO balcao_app;
