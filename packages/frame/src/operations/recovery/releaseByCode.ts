import type { SendReleaseCodeReply } from '@latchkey/wire';
import type { ReleaseRequest } from '../../approval/messages.ts';
import type { Frame } from '../../frame.ts';
import { toEntropyRef } from '../connect.ts';
import { toEntropyRoot } from '../walletRoot.ts';
import { recoverWallet } from './recover.ts';

/**
 * Asks the service to send a code to a wallet's owner, or recovers the wallet in this browser with that code. Only
 * the approval page, where the user types the code, can request either: a host page's message has no such field.
 *
 * @throws Refusal `error` with code `invalid_credentials` for a wrong code, `not_supported` if no code can be sent
 */
export async function releaseByCode(
  frame: Frame,
  { token, code, requestId: request_id, ...entropy }: ReleaseRequest,
): Promise<SendReleaseCodeReply | object> {
  const session = frame.sessions.identify(token);
  const root = toEntropyRoot(entropy);
  if (code === undefined)
    return frame.api.call('sendReleaseCode', session, { ...toEntropyRef(root), request_id });
  await recoverWallet(frame, session, root, { code });
  return {};
}
