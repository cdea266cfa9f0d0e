export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** Error codes of JSON-RPC and of Solana nodes. */
export const codes = {
  parse: -32700,
  request: -32600,
  method: -32601,
  params: -32602,
  preflight: -32002,
  signature: -32003,
  version: -32015,
  contextSlot: -32016,
} as const;

/** Ends a call with a protocol error. */
export function refuse(code: number, message: string, data?: unknown): never {
  throw Object.assign(new Error(message), { refusal: { code, message, ...(data ? { data } : {}) } });
}

/** Returns the protocol error of an exception, or null for a bug in this program. */
export function findRefusal(error: unknown): RpcError | null {
  return (error as { refusal?: RpcError }).refusal ?? null;
}
