import type { Change, MfaMethod } from '@latchkey/wire';
import type { Session } from '../custody/sessions.ts';
import type { Frame } from '../frame.ts';
import { connectLocked } from '../operations/connect.ts';
import { signUnlockedChange } from '../operations/ownership.ts';
import { isRefusal, refuse } from '../refusal.ts';

/** Signs the enrolment of a factor in this session with a wallet. @throws Refusal like {@link connectLocked} */
export function signFactor(
  frame: Frame,
  session: Session,
  rootAddress: string,
  { method, name }: { method: MfaMethod; name: string },
) {
  return frame.withLock(session.userId, async () => {
    const owner = await connectLocked(frame, session, rootAddress).catch((error) => {
      if (!isRefusal(error, 'wallet_not_on_device')) throw error;
      return refuse(error.type, error.message, error.code, { entropyId: rootAddress });
    });
    const content = { name, session_id: session.sessionId };
    const change: Change = { act: 'factor', id: method, version: 1, content };
    const { request_id: _, ...signed } = await signUnlockedChange(frame, owner, rootAddress, change);
    return signed;
  });
}
