-- When a company's admins were mailed that its storage is nearly full.
ALTER TABLE "companies" ADD COLUMN "storage_noticed_at" timestamp with time zone;
