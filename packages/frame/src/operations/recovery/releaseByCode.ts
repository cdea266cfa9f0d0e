import type { SendReleaseCodeReply } from '@latchkey/wire';
import type { ReleaseRequest } from '../../approval/messages.ts';
import type { Frame } from '../../frame.ts';
import { toEntropyRef } from '../connect.ts';
import { toEntropyRoot } from '../walletRoot.ts';
import { recoverWallet } from './recover.ts';

/**
 * Asks the service to send a code to the owner of a wallet that is not in this browser, or recovers the wallet with it. Only
 * the approval page, where the person types the code, can ask for either: no message of a host page has a field for it.
 *
 * @throws Refusal `error` with code `invalid_credentials` for a wrong code, or `not_supported` where no code can be sent
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
