CREATE TYPE "public"."channel" AS ENUM('whatsapp', 'facebook', 'instagram');--> statement-breakpoint
CREATE TYPE "public"."connection_status" AS ENUM('CONNECTED', 'qrcode', 'PAIRING', 'DISCONNECTED', 'TIMEOUT', 'OPENING');--> statement-breakpoint
CREATE TYPE "public"."address_kind" AS ENUM('phone', 'lid', 'facebook', 'instagram', 'group');--> statement-breakpoint
CREATE TYPE "public"."file_kind" AS ENUM('image', 'audio', 'video', 'document');--> statement-breakpoint
CREATE TYPE "public"."media_state" AS ENUM('ready', 'pending', 'failed');--> statement-breakpoint
CREATE TYPE "public"."media_type" AS ENUM('chat', 'image', 'audio', 'video', 'document', 'sticker', 'vcard', 'contactMessage', 'locationMessage', 'unsupported');--> statement-breakpoint
CREATE TYPE "public"."ticket_status" AS ENUM('pending', 'open', 'closed');--> statement-breakpoint
CREATE TYPE "public"."user_profile" AS ENUM('admin', 'supervisor', 'user');--> statement-breakpoint
CREATE TABLE "companies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"due_date" timestamp with time zone NOT NULL,
	"recurrence" text DEFAULT 'MENSAL' NOT NULL,
	"time_zone" text DEFAULT 'America/Sao_Paulo' NOT NULL,
	"schedules" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"company_id" uuid NOT NULL,
	"key" text NOT NULL,
	"value" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "settings_company_id_key_pk" PRIMARY KEY("company_id","key")
);
--> statement-breakpoint
CREATE TABLE "channel_credentials" (
	"company_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"data" "bytea" NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "channel_credentials_company_id_connection_id_pk" PRIMARY KEY("company_id","connection_id")
);
--> statement-breakpoint
CREATE TABLE "channel_keys" (
	"company_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"type" text NOT NULL,
	"id" text NOT NULL,
	"data" "bytea" NOT NULL,
	CONSTRAINT "channel_keys_company_id_connection_id_type_id_pk" PRIMARY KEY("company_id","connection_id","type","id")
);
--> statement-breakpoint
CREATE TABLE "connection_leases" (
	"company_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"desired" text DEFAULT 'down' NOT NULL,
	"request" integer DEFAULT 0 NOT NULL,
	"owner" text,
	"lease_until" timestamp with time zone,
	"epoch" bigint DEFAULT 0 NOT NULL,
	"retry_at" timestamp with time zone,
	CONSTRAINT "connection_leases_company_id_connection_id_pk" PRIMARY KEY("company_id","connection_id")
);
--> statement-breakpoint
CREATE TABLE "connection_outages" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"reason" text,
	"since" timestamp with time zone NOT NULL,
	"until" timestamp with time zone,
	"messages_after" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "connection_outages_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "connection_queues" (
	"company_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"queue_id" uuid NOT NULL,
	CONSTRAINT "connection_queues_company_id_connection_id_queue_id_pk" PRIMARY KEY("company_id","connection_id","queue_id")
);
--> statement-breakpoint
CREATE TABLE "connections" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"channel" "channel" DEFAULT 'whatsapp' NOT NULL,
	"status" "connection_status" DEFAULT 'DISCONNECTED' NOT NULL,
	"reason" text,
	"number" text DEFAULT '' NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"qrcode" text DEFAULT '' NOT NULL,
	"retries" integer DEFAULT 0 NOT NULL,
	"greeting_message" text DEFAULT '' NOT NULL,
	"completion_message" text DEFAULT '' NOT NULL,
	"out_of_hours_message" text DEFAULT '' NOT NULL,
	"rating_message" text DEFAULT '' NOT NULL,
	"token" text DEFAULT '' NOT NULL,
	"provider" text DEFAULT 'beta' NOT NULL,
	"redirect_after_minutes" integer DEFAULT 0 NOT NULL,
	"redirect_queue_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "connections_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "inbox" (
	"company_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"provider_id" text NOT NULL,
	"part" integer NOT NULL,
	"epoch" bigint NOT NULL,
	"seq" bigint NOT NULL,
	"attrs" jsonb NOT NULL,
	"plaintext" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "inbox_company_id_connection_id_provider_id_part_pk" PRIMARY KEY("company_id","connection_id","provider_id","part")
);
--> statement-breakpoint
CREATE TABLE "sent_payloads" (
	"company_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"provider_id" text NOT NULL,
	"data" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sent_payloads_company_id_connection_id_provider_id_pk" PRIMARY KEY("company_id","connection_id","provider_id")
);
--> statement-breakpoint
CREATE TABLE "contact_addresses" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"kind" "address_kind" NOT NULL,
	"address" text NOT NULL,
	"match_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_addresses_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "contact_fields" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"name" text NOT NULL,
	"value" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "contact_fields_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "contacts" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"number" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"is_group" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"disable_bot" boolean DEFAULT false NOT NULL,
	"profile_pic_url" text DEFAULT '' NOT NULL,
	"search" text DEFAULT '' NOT NULL,
	"merged_into_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contacts_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"mimetype" text DEFAULT 'application/octet-stream' NOT NULL,
	"kind" "file_kind" DEFAULT 'document' NOT NULL,
	"size" bigint NOT NULL,
	"sha256" text NOT NULL,
	"is_complete" boolean DEFAULT false NOT NULL,
	"user_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "files_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "message_versions" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"body" text NOT NULL,
	"cause" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_versions_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"ticket_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"connection_id" uuid,
	"queue_id" uuid,
	"from_me" boolean NOT NULL,
	"user_id" uuid,
	"author" text,
	"body" text DEFAULT '' NOT NULL,
	"media_type" "media_type" DEFAULT 'chat' NOT NULL,
	"file_id" uuid,
	"media_name" text,
	"media_mimetype" text,
	"media_size" bigint,
	"media_seconds" integer,
	"waveform" jsonb,
	"media_state" "media_state",
	"quoted_id" uuid,
	"ack" smallint DEFAULT 0 NOT NULL,
	"error_code" text,
	"accepted_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"read_at" timestamp with time zone,
	"played_at" timestamp with time zone,
	"reactions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"edited_at" timestamp with time zone,
	"is_late" boolean DEFAULT false NOT NULL,
	"chat_key" text,
	"provider_id" text,
	"seq" bigint DEFAULT 0 NOT NULL,
	"raw" jsonb,
	"send_after" timestamp with time zone,
	"send_tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "messages_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "queues" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"color" text NOT NULL,
	"greeting_message" text DEFAULT '' NOT NULL,
	"completion_message" text DEFAULT '' NOT NULL,
	"out_of_hours_message" text DEFAULT '' NOT NULL,
	"is_rotating" boolean DEFAULT false NOT NULL,
	"rotation_minutes" integer DEFAULT 0 NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"schedules" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "queues_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "quick_messages" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"shortcode" text NOT NULL,
	"message" text NOT NULL,
	"is_general" boolean DEFAULT false NOT NULL,
	"user_id" uuid,
	"file_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "quick_messages_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "changes" (
	"company_id" uuid NOT NULL,
	"n" bigserial NOT NULL,
	"rev" bigint,
	"collection" text NOT NULL,
	"doc_id" text NOT NULL,
	"part_id" uuid,
	"old_scope" jsonb,
	"new_scope" jsonb,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "changes_company_id_n_at_pk" PRIMARY KEY("company_id","n","at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "clocks" (
	"company_id" uuid NOT NULL,
	"rev" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "clocks_company_id_pk" PRIMARY KEY("company_id")
);
--> statement-breakpoint
CREATE TABLE "command_log" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"answer" jsonb NOT NULL,
	"doc_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "command_log_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "tags" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"color" text NOT NULL,
	"is_kanban" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tags_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "ticket_counters" (
	"company_id" uuid NOT NULL,
	"last" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "ticket_counters_company_id_pk" PRIMARY KEY("company_id")
);
--> statement-breakpoint
CREATE TABLE "ticket_events" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"ticket_id" uuid NOT NULL,
	"type" text NOT NULL,
	"user_id" uuid,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ticket_events_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "ticket_tags" (
	"company_id" uuid NOT NULL,
	"ticket_id" uuid NOT NULL,
	"tag_id" uuid NOT NULL,
	CONSTRAINT "ticket_tags_company_id_ticket_id_tag_id_pk" PRIMARY KEY("company_id","ticket_id","tag_id")
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"number" integer NOT NULL,
	"status" "ticket_status" DEFAULT 'pending' NOT NULL,
	"contact_id" uuid NOT NULL,
	"connection_id" uuid,
	"queue_id" uuid,
	"user_id" uuid,
	"is_group" boolean DEFAULT false NOT NULL,
	"is_bot" boolean DEFAULT false NOT NULL,
	"unread_messages" integer DEFAULT 0 NOT NULL,
	"last_message_id" uuid,
	"last_message_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tickets_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"company_id" uuid NOT NULL,
	"id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "sign_in_failures" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"first_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_queues" (
	"company_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"queue_id" uuid NOT NULL,
	CONSTRAINT "user_queues_company_id_user_id_queue_id_pk" PRIMARY KEY("company_id","user_id","queue_id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"profile" "user_profile" DEFAULT 'user' NOT NULL,
	"is_super" boolean DEFAULT false NOT NULL,
	"all_ticket" boolean DEFAULT false NOT NULL,
	"all_historic" boolean DEFAULT false NOT NULL,
	"all_user_chat" boolean DEFAULT false NOT NULL,
	"connection_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "channel_credentials" ADD CONSTRAINT "channel_credentials_company_id_connection_id_connections_company_id_id_fk" FOREIGN KEY ("company_id","connection_id") REFERENCES "public"."connections"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_keys" ADD CONSTRAINT "channel_keys_company_id_connection_id_connections_company_id_id_fk" FOREIGN KEY ("company_id","connection_id") REFERENCES "public"."connections"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connection_leases" ADD CONSTRAINT "connection_leases_company_id_connection_id_connections_company_id_id_fk" FOREIGN KEY ("company_id","connection_id") REFERENCES "public"."connections"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connection_outages" ADD CONSTRAINT "connection_outages_company_id_connection_id_connections_company_id_id_fk" FOREIGN KEY ("company_id","connection_id") REFERENCES "public"."connections"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connection_queues" ADD CONSTRAINT "connection_queues_company_id_connection_id_connections_company_id_id_fk" FOREIGN KEY ("company_id","connection_id") REFERENCES "public"."connections"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connection_queues" ADD CONSTRAINT "connection_queues_company_id_queue_id_queues_company_id_id_fk" FOREIGN KEY ("company_id","queue_id") REFERENCES "public"."queues"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox" ADD CONSTRAINT "inbox_company_id_connection_id_connections_company_id_id_fk" FOREIGN KEY ("company_id","connection_id") REFERENCES "public"."connections"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sent_payloads" ADD CONSTRAINT "sent_payloads_company_id_connection_id_connections_company_id_id_fk" FOREIGN KEY ("company_id","connection_id") REFERENCES "public"."connections"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_addresses" ADD CONSTRAINT "contact_addresses_company_id_contact_id_contacts_company_id_id_fk" FOREIGN KEY ("company_id","contact_id") REFERENCES "public"."contacts"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_fields" ADD CONSTRAINT "contact_fields_company_id_contact_id_contacts_company_id_id_fk" FOREIGN KEY ("company_id","contact_id") REFERENCES "public"."contacts"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_company_id_merged_into_id_contacts_company_id_id_fk" FOREIGN KEY ("company_id","merged_into_id") REFERENCES "public"."contacts"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_versions" ADD CONSTRAINT "message_versions_company_id_message_id_messages_company_id_id_fk" FOREIGN KEY ("company_id","message_id") REFERENCES "public"."messages"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_company_id_ticket_id_tickets_company_id_id_fk" FOREIGN KEY ("company_id","ticket_id") REFERENCES "public"."tickets"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_events" ADD CONSTRAINT "ticket_events_company_id_ticket_id_tickets_company_id_id_fk" FOREIGN KEY ("company_id","ticket_id") REFERENCES "public"."tickets"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_tags" ADD CONSTRAINT "ticket_tags_company_id_ticket_id_tickets_company_id_id_fk" FOREIGN KEY ("company_id","ticket_id") REFERENCES "public"."tickets"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_tags" ADD CONSTRAINT "ticket_tags_company_id_tag_id_tags_company_id_id_fk" FOREIGN KEY ("company_id","tag_id") REFERENCES "public"."tags"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_company_id_contact_id_contacts_company_id_id_fk" FOREIGN KEY ("company_id","contact_id") REFERENCES "public"."contacts"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_company_id_queue_id_queues_company_id_id_fk" FOREIGN KEY ("company_id","queue_id") REFERENCES "public"."queues"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_company_id_user_id_users_company_id_id_fk" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."users"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_queues" ADD CONSTRAINT "user_queues_company_id_user_id_users_company_id_id_fk" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."users"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_queues" ADD CONSTRAINT "user_queues_company_id_queue_id_queues_company_id_id_fk" FOREIGN KEY ("company_id","queue_id") REFERENCES "public"."queues"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "connections_name" ON "connections" USING btree ("company_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "connections_default" ON "connections" USING btree ("company_id") WHERE is_default;--> statement-breakpoint
CREATE UNIQUE INDEX "connections_token" ON "connections" USING btree ("company_id","token") WHERE token <> '';--> statement-breakpoint
CREATE INDEX "inbox_pending" ON "inbox" USING btree ("company_id","connection_id","epoch","seq") WHERE done_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "contact_addresses_match" ON "contact_addresses" USING btree ("company_id","kind","match_key");--> statement-breakpoint
CREATE INDEX "contact_addresses_contact" ON "contact_addresses" USING btree ("company_id","contact_id");--> statement-breakpoint
CREATE INDEX "contact_fields_contact" ON "contact_fields" USING btree ("company_id","contact_id");--> statement-breakpoint
CREATE INDEX "contacts_name" ON "contacts" USING btree ("company_id","name","id");--> statement-breakpoint
CREATE INDEX "message_versions_message" ON "message_versions" USING btree ("company_id","message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_provider" ON "messages" USING btree ("company_id","connection_id","chat_key","provider_id","from_me") WHERE provider_id is not null;--> statement-breakpoint
CREATE INDEX "messages_thread" ON "messages" USING btree ("company_id","ticket_id","created_at" DESC NULLS LAST,"seq" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "messages_outbox" ON "messages" USING btree ("company_id","connection_id","received_at","id") WHERE send_after is not null;--> statement-breakpoint
CREATE INDEX "messages_provider_id" ON "messages" USING btree ("company_id","connection_id","provider_id") WHERE provider_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "queues_name" ON "queues" USING btree ("company_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "queues_color" ON "queues" USING btree ("company_id","color");--> statement-breakpoint
CREATE INDEX "quick_messages_shortcode" ON "quick_messages" USING btree ("company_id","shortcode");--> statement-breakpoint
CREATE INDEX "changes_rev" ON "changes" USING btree ("company_id","rev");--> statement-breakpoint
CREATE INDEX "changes_document" ON "changes" USING btree ("company_id","doc_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tags_name" ON "tags" USING btree ("company_id","name");--> statement-breakpoint
CREATE INDEX "ticket_events_ticket" ON "ticket_events" USING btree ("company_id","ticket_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "tickets_number" ON "tickets" USING btree ("company_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "tickets_one_open" ON "tickets" USING btree ("company_id","contact_id","connection_id") WHERE status <> 'closed';--> statement-breakpoint
CREATE INDEX "tickets_list" ON "tickets" USING btree ("company_id","status","last_message_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "tickets_queue" ON "tickets" USING btree ("company_id","queue_id","status","last_message_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "tickets_user" ON "tickets" USING btree ("company_id","user_id","status","last_message_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "tickets_contact" ON "tickets" USING btree ("company_id","contact_id","status");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_id" ON "sessions" USING btree ("id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("company_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");