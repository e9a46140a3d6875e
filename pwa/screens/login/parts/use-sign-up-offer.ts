import * as v from "valibot";
import { SignUpWire } from "../../../../contracts/wire/sign-up.ts";
import { useAnswer } from "../../../session/server-data/use-answer.ts";

const read = (answer: unknown) => v.parse(SignUpWire, answer);

/** Returns whether companies can sign up here, and on which terms. */
export const useSignUpOffer = () => useAnswer("/sign-up", read);
