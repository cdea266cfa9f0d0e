import { fail, fromReply } from '@latchkey/wire';
import { describeError } from '../../../http/index.ts';
import { startError } from '../../../startError.ts';
import type { World } from '../../../world.ts';
import type { RecoveryStore } from '../index.ts';
import { hasSets } from '../store.ts';
import {
  decode,
  encode,
  pathOfOperation,
  type StoreOperation,
  type StoreOperationName,
} from './storeOperations.ts';

interface RemoteRecoveryStore extends RecoveryStore {
  /**
   * Checks at the start that this service and the store belong together. A store that cannot be reached does not
   * prevent the start.
   *
   * @throws StartError if the store refuses the token, or the main database still holds recovery sets
   */
  check(): Promise<void>;
}

/** Time limit of a request to the store, in ms. */
const longestMs = 5_000;
/** Operations that are safe to repeat. If a connection breaks, it is unknown whether the operation was done. */
const repeatable = new Set<StoreOperationName>([
  'confirm',
  'destroy',
  'destroyAllOf',
  'destroyReplaced',
  'get',
  'listKeks',
  'listUnconfirmed',
  'put',
]);

/**
 * Creates the client of a recovery store in a separate process: the same interface, over HTTP. An attacker who takes
 * over this process finds neither the store's KEK nor its database in it, but can call the store.
 *
 * @param options `url` origin of the store; `token` the secret that both processes share
 * @returns a store whose operations, except `keys.rewrap`, also throw ServiceError `service_unavailable` if the store
 *   cannot be reached, does not answer in time or refuses the token
 */
export function createRemoteRecoveryStore(
  { database, fetch, log }: Pick<World, 'database' | 'fetch' | 'log'>,
  options: { url: string; token: string; timeoutMs?: number },
): RemoteRecoveryStore {
  const { timeoutMs = longestMs, token, url } = options;

  async function send(name: StoreOperationName, body: string): Promise<{ status: number; json: unknown }> {
    const response = await fetch(url + pathOfOperation(name), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, json: await response.json() };
  }

  async function request(name: StoreOperationName, args: readonly unknown[]) {
    const body = JSON.stringify({ args: encode(args) });
    try {
      return await send(name, body).catch((error: unknown) => {
        // The other process may have ended, and a kept connection with it. The second try opens a new one.
        if (!repeatable.has(name) || isTimeout(error)) throw error;
        return send(name, body);
      });
    } catch (error) {
      log.error({ act: name, error: describeError(error) }, 'the recovery store does not answer');
      return fail('service_unavailable');
    }
  }

  const call =
    <Name extends StoreOperationName>(name: Name) =>
    async (...args: Parameters<StoreOperation<Name>>): Promise<Awaited<ReturnType<StoreOperation<Name>>>> => {
      const { status, json } = await request(name, args);
      if (status === 200)
        return decode((json as { result?: unknown }).result) as Awaited<ReturnType<StoreOperation<Name>>>;
      // The store answers 429 after too many wrong tokens from this network.
      if (status === 401 || status === 429) {
        log.error({ act: name }, 'the recovery store refuses LATCHKEY_RECOVERY_TOKEN');
        return fail('service_unavailable');
      }
      throw fromReply(status, json);
    };

  return {
    put: call('put'),
    get: call('get'),
    confirm: call('confirm'),
    listUnconfirmed: call('listUnconfirmed'),
    destroy: call('destroy'),
    destroyAllOf: call('destroyAllOf'),
    destroyReplaced: call('destroyReplaced'),
    // Only the process that has the KEKs can rewrap.
    keys: { rotate: call('rotate'), listKeks: call('listKeks'), rewrap: async () => 0 },

    async check() {
      if (await hasSets(database.acrossApps)) {
        throw startError(
          'LATCHKEY_RECOVERY_URL is set, but the main database still holds recovery sets, which would never be found. Move recovery_sets and recovery_data_keys to the database of the recovery store (docs/guide/recovery-store.md).',
        );
      }
      const reply = await send('listKeks', '{"args":[]}').catch((error: unknown) => {
        log.warn({ error: describeError(error) }, 'the recovery store does not answer yet');
        return null;
      });
      if (reply?.status === 401) {
        throw startError('The recovery store refuses LATCHKEY_RECOVERY_TOKEN: both processes need the same.');
      }
    },
  };
}

const isTimeout = (error: unknown) => error instanceof Error && error.name === 'TimeoutError';
