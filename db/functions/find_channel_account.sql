-- Returns the company and connection of a page or Instagram account: Meta's events name only the account.
CREATE OR REPLACE FUNCTION find_channel_account(wanted_channel channel, wanted_account text) RETURNS TABLE (company_id uuid, connection_id uuid)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE company uuid; holder uuid;
BEGIN
  SELECT k.company_id, k.row_id INTO company, holder FROM company_keys k
  WHERE k.kind = 'account' AND k.key = wanted_channel::text || '/' || wanted_account;
  IF FOUND THEN
    RETURN QUERY SELECT a.company_id, a.connection_id FROM channel_accounts a
      WHERE a.company_id = company AND a.connection_id = holder AND a.channel = wanted_channel AND a.account_id = wanted_account;
  END IF;
END $$;
REVOKE EXECUTE ON FUNCTION find_channel_account(channel, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_channel_account(channel, text) TO balcao_app;
