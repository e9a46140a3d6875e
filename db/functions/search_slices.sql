-- Returns the slices of the message search that a message belongs to: its ticket's (the company and the first 22 bits
-- of the ticket's id, about 19 hours of a UUIDv7), and its company's. It uses only functions of pg_catalog, because an
-- index is maintained without a search path.
CREATE OR REPLACE FUNCTION search_slices(company uuid, ticket uuid) RETURNS bytea[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY[
    set_byte(overlay(uuid_send(company) PLACING substring(uuid_send(ticket), 1, 3) FROM 1), 2, get_byte(uuid_send(ticket), 2) & 252),
    uuid_send(company)
  ]
$$;
