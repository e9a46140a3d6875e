/** A code as people read it: in two groups of equal length. */
export const spaced = (code: string): string => {
  const half = Math.ceil(code.length / 2);
  return `${code.slice(0, half)} ${code.slice(half)}`.trim();
};

/** The page that asks for the code. */
export const resetPath = (email: string): string => `/forgetpsw?email=${encodeURIComponent(email)}`;

/** The page that creates the company. The token is in the fragment, which browsers send to no server. */
export const signUpPath = (token: string): string => `/signup/confirm#${token}`;

export const signInPath = "/login";
