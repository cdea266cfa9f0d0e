import { fail, toReply } from '@latchkey/wire';
import { isEqual, sha256 } from '../../../crypto/index.ts';
import { fromDatabaseError } from '../../../db/index.ts';
import {
  type Answer,
  clientAddress,
  createFailures,
  describeError,
  type Failures,
  type Incoming,
  networkOf,
} from '../../../http/index.ts';
import type { Answering } from '../../../listen.ts';
import type { World } from '../../../world.ts';
import type { RecoveryStore } from '../index.ts';
import { decode, encode, pathOfOperation, storeOperations } from './storeOperations.ts';

/**
 * Serves a recovery store in a separate process, for the service: an operation needs the token that both processes
 * share. After too many wrong tokens a network gets `too_many_requests`, except with the right token if it has used
 * that before. `/healthz` and `/readyz` need no token.
 *
 * @param options.token compared by its hash, in constant time
 */
export function serveRecoveryStore(
  world: Pick<World, 'clock' | 'database' | 'log' | 'workers'> & Partial<Pick<World, 'tracing'>>,
  options: { store: RecoveryStore; token: string },
): Answering {
  const { database, log } = world;
  let isRetired = false;
  const tokenHash = sha256(options.token);
  const failuresOf = createFailures(world);
  const byPath = new Map(
    Object.entries(storeOperations).map(([name, find]) => [
      pathOfOperation(name),
      { name, act: find(options.store) },
    ]),
  );

  async function perform(request: Incoming, failures: Failures): Promise<{ name: string; result: unknown }> {
    const [, given = ''] = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '') ?? [];
    const attempt = failures.begin('recovery-token', given);
    if (!isEqual(sha256(given), tokenHash)) {
      attempt.wrong();
      log.warn({}, 'a call without the right token was refused');
      return fail('missing_or_invalid_token');
    }
    attempt.right();
    const found = request.method === 'POST' ? byPath.get(request.path) : undefined;
    if (!found) return fail('not_found');
    world.tracing?.describe(`POST ${request.path}`, { 'http.route': request.path });
    const { args } = readBody(await request.readText());
    const act = found.act as (...args: readonly unknown[]) => Promise<unknown>;
    return { name: found.name, result: await act(...args) };
  }

  return {
    async answer(request, { remoteAddress }) {
      const { method, path } = request;
      try {
        if (method === 'GET' && path === '/healthz') return toAnswer(200, { status: 'ok' });
        if (method === 'GET' && path === '/readyz') {
          if (isRetired) fail('service_unavailable');
          await database.ping();
          return toAnswer(200, { status: 'ok' });
        }
        const { result } = await perform(
          request,
          failuresOf(networkOf(clientAddress(remoteAddress, null, 0))),
        );
        return toAnswer(200, { result: encode(result) });
      } catch (thrown) {
        const error = fromDatabaseError(thrown);
        const { status, body } = toReply(error);
        if (status >= 500) log.error({ path, error: describeError(error) }, 'failed');
        const waitS = body.data?.retry_after_s;
        return toAnswer(status, body, typeof waitS === 'number' ? { 'retry-after': String(waitS) } : {});
      }
    },
    retire() {
      isRetired = true;
    },
    async close() {},
  };
}

function readBody(text: string): { args: readonly unknown[] } {
  try {
    const args = decode((JSON.parse(text) as { args?: unknown }).args);
    if (Array.isArray(args)) return { args };
  } catch {
    // fails below
  }
  return fail('invalid_data');
}

function toAnswer(status: number, body: object, more: Record<string, string> = {}): Answer {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', ...more };
  return { status, headers, body: JSON.stringify(body) };
}
