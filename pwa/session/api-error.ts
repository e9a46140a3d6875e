/** The server refused the request. `code` is an error code, or the text that the server sent. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string[]>;
  /** Other fields of the response, for example a due date or the present row. */
  readonly details: Record<string, unknown>;
  /** Seconds the server asks to wait before the next attempt; null: it names none. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, body: unknown, retryAfterSeconds: number | null = null) {
    const answer: Record<string, unknown> = isRecord(body) ? body : {};
    const code = textOf(answer.code) ?? textOf(answer.error) ?? "ERR_INTERNAL";
    super(`${status} ${code}`);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.fields = isRecord(answer.fields) ? (answer.fields as Record<string, string[]>) : {};
    this.details = { ...answer, ...(isRecord(answer.details) ? answer.details : {}) };
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** No response: the network is down or the server cannot be reached. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super("no answer from the server", { cause });
    this.name = "NetworkError";
  }
}

export async function refusal(response: Response): Promise<ApiError> {
  const text = await response.text();
  const wait = Number(response.headers.get("retry-after"));
  return new ApiError(response.status, parse(text), Number.isFinite(wait) && wait > 0 ? wait : null);
}

const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null; // a proxy's page, not the server's JSON
    throw error;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
