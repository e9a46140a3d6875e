-- Numbers the changes of a company that have no revision, and notifies the listeners. Returns the first and the last
-- new revision. Without nested loops: after a large change the statistics do not know its rows yet, and 10,800 changes
-- took 20 s.
CREATE OR REPLACE FUNCTION number_changes(company uuid) RETURNS TABLE(first_rev bigint, last_rev bigint)
LANGUAGE plpgsql SET enable_nestloop = off AS $$
DECLARE before bigint; added bigint;
BEGIN
  INSERT INTO clocks (company_id) VALUES (company) ON CONFLICT DO NOTHING;
  SELECT rev INTO before FROM clocks WHERE company_id = company FOR UPDATE;
  WITH numbered AS (
    SELECT n, at, row_number() OVER (ORDER BY n) AS place FROM changes WHERE company_id = company AND rev IS NULL
  )
  UPDATE changes SET rev = before + numbered.place FROM numbered
  -- With the condition on rev, both sides read the index of unnumbered rows, never the company's whole log.
  WHERE changes.company_id = company AND changes.rev IS NULL AND changes.n = numbered.n AND changes.at = numbered.at;
  GET DIAGNOSTICS added = ROW_COUNT;
  IF added > 0 THEN
    UPDATE clocks SET rev = before + added WHERE company_id = company;
    PERFORM pg_notify('balcao_changes', json_build_object('companyId', company, 'rev', before + added)::text);
  END IF;
  RETURN QUERY SELECT before + 1, before + added;
END $$;
