import type { Standing } from "../../domain/companies/index.ts";
import type { Actor } from "../../domain/context.ts";

/** The acting user with session, device and the company's standing. */
export type SignedIn = { actor: Actor; sessionId: string; device: string } & Standing;
