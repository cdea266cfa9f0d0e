import { fail } from '@latchkey/wire';
import type { Db } from '../db/index.ts';
import type { World } from '../world.ts';
import type { CustodyCaller } from './border/admitCustody.ts';
import { claimRequest, findRequest, setReply } from './store.ts';

type Requester = Pick<CustodyCaller, 'bodyHash'> & {
  readonly app: Pick<CustodyCaller['app'], 'id'>;
  readonly session: Pick<CustodyCaller['session'], 'userId'>;
};

const userOf = ({ app, session }: Requester) => ({ appId: app.id, userId: session.userId });

/**
 * Finds the stored reply of a request, without doing anything.
 *
 * @returns the first reply, or null if the request is new
 * @throws ServiceError `idempotency_mismatch` if the id was used with another body
 */
export async function findReply(db: Db, caller: Requester, requestId: string): Promise<unknown> {
  const done = await findRequest(db, userOf(caller), requestId);
  if (!done) return null;
  if (done.bodyHash !== caller.bodyHash) fail('idempotency_mismatch');
  return done.reply;
}

/**
 * Checks whether a request is allowed, unless it was done already. If the check fails and the same request was done
 * meanwhile, returns its reply, because its changes may have made the check fail.
 *
 * @returns the first reply, or null if the request is new and allowed
 * @throws ServiceError what `check` throws, `idempotency_mismatch`
 */
export async function checkUnlessDone(
  db: Db,
  caller: Requester,
  requestId: string,
  check: () => Promise<void>,
): Promise<unknown> {
  const earlier = await findReply(db, caller, requestId);
  if (earlier) return earlier;
  try {
    await check();
    return null;
  } catch (refusal) {
    const done = await findReply(db, caller, requestId);
    if (done) return done;
    throw refusal;
  }
}

/**
 * Does a custody request once, in one transaction. The same request sent again, also at the same time, gets the same
 * reply until the sweep deletes it (`limits.idempotencyLifeMs`). If `work` throws, the claim of the request id is rolled
 * back too.
 *
 * @param work must await nothing but `tx`; its reply must contain no secret, because it is stored
 * @throws ServiceError what `work` throws, `idempotency_mismatch` if the id was used with another body
 */
export async function doOnce<Reply>(
  world: Pick<World, 'database' | 'clock'>,
  caller: Requester,
  requestId: string,
  work: (tx: Db) => Promise<Reply>,
): Promise<Reply> {
  const { bodyHash } = caller;
  return world.database.transaction(async (tx) => {
    const claim = { ...userOf(caller), requestId, bodyHash, createdAtMs: world.clock.now() };
    if (!(await claimRequest(tx, claim))) return (await findReply(tx, caller, requestId)) as Reply;
    const reply = await work(tx);
    await setReply(tx, userOf(caller), requestId, reply);
    return reply;
  });
}
