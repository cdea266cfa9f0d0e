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
   * Looks at the start whether this service and that store belong together. A store that is away is no obstacle:
   * anyone who has a device logs in and signs without it.
   *
   * @throws StartError when it refuses the token, or the main database still holds recovery sets
   */
  check(): Promise<void>;
}

/** What a person waits for at most; a create has 20 s in all. */
const longestMs = 5_000;
/** May be done twice: a connection that breaks leaves open whether it was done. */
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
 * The recovery store in a process of its own: the same interface, over HTTP. This process then holds neither that
 * store's KEK nor its data, so that anyone who takes it over has no key without asking, set by set, in the other's log.
 *
 * @param options `url` origin of the store; `token` the secret that both processes have
 * @returns each act throws ServiceError `service_unavailable` when the store is away or slow
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
        // A connection that was kept may have been the last process's: a new one leads to the next.
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
      // A store that has refused a wrong token too often does not look at one any more.
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
    // Wrapping anew is the job of the process that has the KEKs.
    keys: { rotate: call('rotate'), listKeks: call('listKeks'), rewrap: async () => 0 },

    async check() {
      if (await hasSets(database.db)) {
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
