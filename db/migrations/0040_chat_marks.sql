CREATE TABLE "chat_marks" (
	"company_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"chat_key" text NOT NULL,
	"ack" smallint NOT NULL,
	"until" timestamp with time zone,
	"up_to_id" text,
	CONSTRAINT "chat_marks_company_id_connection_id_chat_key_ack_pk" PRIMARY KEY("company_id","connection_id","chat_key","ack")
);
--> statement-breakpoint
ALTER TABLE "chat_marks" ADD CONSTRAINT "chat_marks_company_id_connection_id_connections_company_id_id_fk" FOREIGN KEY ("company_id","connection_id") REFERENCES "public"."connections"("company_id","id") ON DELETE cascade ON UPDATE no action;
