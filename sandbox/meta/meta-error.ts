/** An error in the form of the Graph API. */
export class MetaError extends Error {
  readonly code: number;
  readonly subcode: number | undefined;

  constructor(code: number, message: string, subcode?: number) {
    super(message);
    this.code = code;
    this.subcode = subcode;
  }

  get body() {
    const { message, code, subcode } = this;
    const type = code === 100 && !subcode ? "GraphMethodException" : "OAuthException";
    return {
      error: { message, type, code, ...(subcode && { error_subcode: subcode }), fbtrace_id: "Aonlyasandbox0000000000" },
    };
  }
}

export const badToken = () => new MetaError(190, "Invalid OAuth access token - Cannot parse access token");
export const noSuch = (id: string) =>
  new MetaError(100, `Unsupported request. Object with ID '${id}' does not exist or cannot be loaded.`, 33);
