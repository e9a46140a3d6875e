-- Returns when the newest migration of this database was written, for roles that cannot read the migrator's tables.
CREATE OR REPLACE FUNCTION newest_migration() RETURNS bigint
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN (SELECT max(created_at) FROM drizzle.__drizzle_migrations);
END $$;
