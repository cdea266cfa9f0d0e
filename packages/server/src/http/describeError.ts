import { isCode } from '@latchkey/wire';

/** Names of errors whose messages are logged, unless the errors have a code or come from code of Node.js. */
const plainNames = new Set(['TypeError', 'ReferenceError', 'StartError']);

/**
 * Describes an error for the log: names, codes and stack frames along the chain of causes. Messages are omitted,
 * except those of `plainNames`, because they quote values: drizzle quotes its parameters, `JSON.parse` the text, SMTP
 * servers the recipient, Node.js the argument, and `fetch` a header or an address with its password.
 */
export function describeError(error: unknown): Record<string, unknown>[] {
  const chain: Record<string, unknown>[] = [];
  let current = error;
  while (current instanceof Error && chain.length < 5) {
    chain.push(describeOne(current));
    current = current.cause;
  }
  return chain.length > 0 ? chain : [{ name: typeof error }];
}

function describeOne(error: Error): Record<string, unknown> {
  const { code } = error as { code?: unknown };
  const frames = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim());
  const isOfNode = frames?.[0]?.includes('node:') !== false;
  return {
    name: error.name,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(plainNames.has(error.name) && code === undefined && !isCode(error) && !isOfNode
      ? { message: error.message.slice(0, 500) }
      : {}),
    ...(frames && frames.length > 0 ? { at: frames } : {}),
  };
}
