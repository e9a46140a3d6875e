import * as v from "valibot";
import { SignUpWire } from "../../../../contracts/wire/sign-up.ts";
import { useServerData } from "../../../session/use-server-data.ts";

const read = (answer: unknown) => v.parse(SignUpWire, answer);

/** Returns whether companies can sign up here, and on which terms. */
export const useSignUpOffer = () => useServerData("/sign-up", read);
