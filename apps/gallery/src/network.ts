import { type ErrorCode, type ReplyOf, type Route, ServiceError, toReply } from '@latchkey/wire';

// biome-ignore lint/suspicious/noExplicitAny: a route of whatever body and reply; `answer` ties the reply to its route
type AnyRoute = Route<any, any>;

/** Response to calls of one route. If `reply` is null, the call never gets a response. */
export interface Answer {
  readonly route: AnyRoute;
  readonly reply: { readonly status: number; readonly body: object } | null;
}

export function answer<R extends AnyRoute>(route: R, body: ReplyOf<R>): Answer {
  return { route, reply: { status: 200, body } };
}

export function refuse(route: AnyRoute, code: ErrorCode, message?: string): Answer {
  return { route, reply: toReply(new ServiceError(code, message ? { message } : {})) };
}

export function hang(route: AnyRoute): Answer {
  return { route, reply: null };
}

/** Returns a node's result for a request, or undefined for no response. What it throws becomes an error response. */
export type Node = (method: string, params: readonly unknown[]) => unknown;

/** URL of the node of the gallery's chains. */
export const nodeUrl = 'https://node.example/';

/**
 * Creates the network of a state. A call to the chains' node goes to `node`. Any other call gets the first answer for
 * its route, or waits forever if there is none.
 */
export function createNetwork(answers: readonly Answer[], node: Node = () => undefined): typeof fetch {
  return (input, init) => {
    if (String(input) === nodeUrl) return callNode(node, String(init?.body));
    const path = new URL(String(input)).pathname;
    const known = answers.find(
      ({ route }) => route.method === init?.method && patternOf(route.path).test(path),
    );
    if (!known?.reply) return new Promise(() => {});
    return Promise.resolve(Response.json(known.reply.body, { status: known.reply.status }));
  };
}

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

async function callNode(node: Node, body: string): Promise<Response> {
  const asked = JSON.parse(body) as Call | readonly Call[];
  const replies = [asked].flat().map(({ id, method, params }: Call) => {
    try {
      const result = node(method, params);
      return result === undefined ? null : { jsonrpc: '2.0', id, result };
    } catch (error) {
      return { jsonrpc: '2.0', id, error: { code: 3, message: (error as Error).message } };
    }
  });
  if (replies.includes(null)) return new Promise(() => {});
  return Response.json(Array.isArray(asked) ? replies : replies[0]);
}

const patternOf = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
