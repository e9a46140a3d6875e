import type { Language } from "../../contracts/languages.ts";
import type { Standing } from "../../domain/account/companies/index.ts";
import type { Actor } from "../../domain/ground/context.ts";

/** The acting user with session, device, and the company's language and standing. */
export type SignedIn = { actor: Actor; sessionId: string; device: string; language: Language } & Standing;
