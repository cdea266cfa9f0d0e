import { internalsOf } from '../internals.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { verifyThen } from '../mfa/index.ts';

/** Forks the session, once a second factor that the app wants for that was verified. */
export async function fork(client: LatchkeyClient): Promise<string> {
  const internals = internalsOf(client);
  return verifyThen(internals, undefined, () => internals.session.fork());
}
