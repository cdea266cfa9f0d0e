import { fail, limits } from '@latchkey/wire';
import type { Environment } from '../environment.ts';
import { type Limited, toLimited } from './limited.ts';

export interface NodeResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined if the body is not JSON. */
  readonly json: unknown;
}

/** Statuses that say nothing about the request, because they come from a proxy or a node that is down. */
const unansweredStatuses = [408, 425, 502, 503, 504];

/**
 * Posts once to a node, without credentials of ours.
 *
 * @param asked name of the request in error messages
 * @throws ServiceError `client_request_timeout` after 20 s and `network_error`, with `details.node`: `unanswered`,
 *   or `refused` if the node does not serve this page
 */
export async function postToNode(
  { fetch, clock }: Environment,
  url: string,
  body: unknown,
  asked: string,
): Promise<NodeResponse | Limited> {
  const abort = new AbortController();
  const timer = clock.setTimeout(() => abort.abort(), limits.callTimeoutMs);
  let response: Response;
  let text: string;
  try {
    response = await (fetch ?? fail('no_api'))(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      credentials: 'omit',
      body: JSON.stringify(body),
      signal: abort.signal,
    });
    text = await response.text();
  } catch (cause) {
    return fail(abort.signal.aborted ? 'client_request_timeout' : 'network_error', {
      ...unanswered(asked),
      cause,
    });
  } finally {
    clock.clearTimeout(timer);
  }
  const { status, headers } = response;
  if (status === 429) return toLimited(headers);
  if (status === 401 || status === 403)
    return fail('network_error', {
      message: `The JSON-RPC node refused this page (${status}) and did not answer ${asked}`,
      details: { node: 'refused' },
    });
  if (unansweredStatuses.includes(status)) return fail('network_error', unanswered(asked));
  return { status, headers, json: toJson(text) };
}

export const unanswered = (asked: string) => ({
  message: `The JSON-RPC node did not answer ${asked}`,
  details: { node: 'unanswered' },
});

export const malformed = (asked: string) => ({
  message: `The JSON-RPC node gave an answer to ${asked} that cannot be read`,
  details: { node: 'malformed' },
});

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
