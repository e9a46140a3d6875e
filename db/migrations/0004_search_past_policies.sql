-- LIKE is not leakproof: under row-level security the planner may not try it before the policy, so the trigram indexes
-- lie idle. These look as the owner, for the company of the transaction and no other.
CREATE FUNCTION contacts_like(pattern text, most int) RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT id FROM contacts
  WHERE company_id = nullif(current_setting('app.company', true), '')::uuid AND merged_into_id IS NULL AND search LIKE pattern
  LIMIT most
$$;
--> statement-breakpoint
CREATE FUNCTION messages_like(pattern text, most int) RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT id FROM messages
  WHERE company_id = nullif(current_setting('app.company', true), '')::uuid AND NOT is_deleted AND searchable(body) LIKE pattern
  LIMIT most
$$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION contacts_like(text, int), messages_like(text, int) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION contacts_like(text, int), messages_like(text, int) TO balcao_app;
