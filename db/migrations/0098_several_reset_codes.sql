-- A newer code leaves the older ones valid, so that a stranger who asks for codes takes none from the user.
ALTER TABLE "password_resets" DROP CONSTRAINT "password_resets_company_id_user_id_pk";
--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_company_id_user_id_code_hash_pk" PRIMARY KEY("company_id","user_id","code_hash");
