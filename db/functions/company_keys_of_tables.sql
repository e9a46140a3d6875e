-- Returns the keys of the directory as the tables of the companies have them: one statement per table, because each may
-- lie on other nodes.
CREATE OR REPLACE FUNCTION company_keys_of_tables() RETURNS TABLE (kind text, key text, company_id uuid, row_id uuid)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT 'company', c.id::text, c.id, c.id FROM companies c;
  RETURN QUERY SELECT 'email', u.email, u.company_id, u.id FROM users u;
  RETURN QUERY SELECT 'session', s.id, s.company_id, s.user_id FROM sessions s;
  RETURN QUERY SELECT 'token', c.token_hash, c.company_id, c.id FROM connections c WHERE c.token_hash IS NOT NULL;
  RETURN QUERY SELECT 'account', a.channel::text || '/' || a.account_id, a.company_id, a.connection_id FROM channel_accounts a;
  RETURN QUERY SELECT 'push', push_key(p.endpoint), p.company_id, p.user_id FROM push_subscriptions p;
END $$;
REVOKE EXECUTE ON FUNCTION company_keys_of_tables() FROM PUBLIC;
