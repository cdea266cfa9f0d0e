import { fail } from '@latchkey/wire';
import type { Db } from '../db/index.ts';
import type { World } from '../world.ts';
import type { CustodyCaller } from './border/admitCustody.ts';
import { claimRequest, findRequest, setReply } from './store.ts';

/** Whose request it is, and what it says. */
type Requester = Pick<CustodyCaller, 'bodyHash'> & {
  readonly app: Pick<CustodyCaller['app'], 'id'>;
  readonly session: Pick<CustodyCaller['session'], 'userId'>;
};

const userOf = ({ app, session }: Requester) => ({ appId: app.id, userId: session.userId });

/**
 * Finds the reply of a request that was done already, without doing anything.
 *
 * @returns the first reply, or null when the request is new
 * @throws ServiceError `idempotency_mismatch` when the id was used with another body
 */
export async function findReply(db: Db, caller: Requester, requestId: string): Promise<unknown> {
  const done = await findRequest(db, userOf(caller), requestId);
  if (!done) return null;
  if (done.bodyHash !== caller.bodyHash) fail('idempotency_mismatch');
  return done.reply;
}

/**
 * Checks before its transaction whether a request may be done, unless it was done already. The same request that is done
 * while it is checked is answered, not refused: what stands in its way then is its own doing.
 *
 * @returns the first reply, or null when the request is new and may be done
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
 * Does a custody request in one transaction, once: the same request sent again gets the same reply, also when both
 * are under way at once. Remembered for `limits.idempotencyLifeMs`. A throw leaves nothing, the claim neither.
 *
 * @param work must await nothing but `tx`; its reply must hold no secret, because it is stored
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
