/** A code as people read it: in two groups. */
export const spaced = (code: string): string => code.replace(/^(.{4})(?=.)/, "$1 ");

/** The page that asks for the code. */
export const resetPath = (email: string): string => `/forgetpsw?email=${encodeURIComponent(email)}`;
