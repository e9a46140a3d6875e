/**
 * Replaces the function of one Postgres (migration 0072) where Citus distributes the companies: each node is a place,
 * named by its address. `distribute` runs it.
 */
export const placesOnCluster = `
  CREATE OR REPLACE FUNCTION company_places() RETURNS TABLE (place text, companies uuid[])
    LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  BEGIN
    RETURN QUERY SELECT n.nodename || ':' || n.nodeport, array_agg(k.company_id)
      FROM company_keys k
      JOIN pg_dist_placement p ON p.shardid = get_shard_id_for_distribution_column('companies', k.company_id)
      JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary'
      WHERE k.kind = 'company' GROUP BY 1;
  END $$`;
