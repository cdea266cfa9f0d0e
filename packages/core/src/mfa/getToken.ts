import { fail } from '@latchkey/wire';
import type { SessionContext } from '../contexts.ts';

/** Returns the token for calls to the service and the frame. @throws ServiceError `must_be_authenticated` */
export async function getToken(session: SessionContext): Promise<string> {
  return (await session.getCustodyToken()) ?? fail('must_be_authenticated');
}
