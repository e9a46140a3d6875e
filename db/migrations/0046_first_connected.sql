ALTER TABLE "connections" ADD COLUMN "first_connected_at" timestamp with time zone;
--> statement-breakpoint
-- Existing connections that show a trace of a link were connected before; the exact time is not known.
UPDATE "connections" c SET "first_connected_at" = c."created_at"
WHERE c."status" = 'CONNECTED' OR c."number" <> '' OR c."channel" <> 'whatsapp'
  OR EXISTS (SELECT 1 FROM "connection_outages" o WHERE o."company_id" = c."company_id" AND o."connection_id" = c."id")
  OR EXISTS (SELECT 1 FROM "tickets" t WHERE t."company_id" = c."company_id" AND t."connection_id" = c."id");
