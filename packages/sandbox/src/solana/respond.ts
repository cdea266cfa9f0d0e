import { codes, type RpcError } from './refuse.ts';

export type RpcResult = { readonly result: unknown } | { readonly error: RpcError };
type SendRequest = (method: string, params: unknown) => Promise<RpcResult>;

/** Responds to a JSON-RPC request or batch, given as text, with text. */
export async function respondTo(text: string, answer: SendRequest): Promise<string> {
  const asked = parse(text);
  return stringify(
    Array.isArray(asked)
      ? await Promise.all(asked.map((one) => answerOne(answer, one)))
      : await answerOne(answer, asked),
  );
}

async function answerOne(answer: SendRequest, request: unknown) {
  const { id = null, method, params } = (request ?? {}) as Record<string, unknown>;
  if (request === undefined)
    return { jsonrpc: '2.0', error: { code: codes.parse, message: 'Parse error' }, id };
  if (typeof method !== 'string') {
    return { jsonrpc: '2.0', error: { code: codes.request, message: 'Invalid request' }, id };
  }
  return { jsonrpc: '2.0', ...(await answer(method, params)), id };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Serializes to JSON with 64-bit integers in full, as Solana's clients expect. */
function stringify(value: unknown): string {
  const marked = JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `\0${one}` : one));
  return marked.replace(/"\\u0000(\d+)"/g, '$1');
}
