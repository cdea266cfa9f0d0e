import type { SendReleaseCodeReply } from '@latchkey/wire';
import type { ReleaseRequest } from '../../approval/messages.ts';
import type { Frame } from '../../frame.ts';
import { toEntropyRef } from '../connect.ts';
import { toEntropyRoot } from '../walletRoot.ts';
import { recoverWallet } from './recover.ts';

/**
 * Asks the service to send a code to a wallet's owner, or recovers the wallet in this browser with that code. The user
 * types the code on the approval page, which a malicious host page of another origin cannot read. No event of a host
 * page leads here.
 *
 * @throws Refusal `error` with code `invalid_credentials` for a wrong code, `not_supported` if no code can be sent, or
 *   with another code of the service
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
