import { fail } from '@latchkey/wire';
import { sendAnalyticsEvent } from '../analytics/index.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';

/** Message for an answer that a page of another origin sent, or that arrives in a window that such a page opened. */
export const otherOrigin = 'Origins between parent and child windows do not match.';

/**
 * Refuses an answer that belongs to no open visit of this client. An attacker may be trying to log the user in to the
 * attacker's account (OAUTH-02, S33).
 *
 * @throws ServiceError `oauth_unexpected` always
 */
export function refuseStranger(
  client: LatchkeyClient,
  provider: string,
  message = 'Unexpected auth flow. This may be a phishing attempt.',
): never {
  void sendAnalyticsEvent(client, 'possible_phishing_attempt', { provider });
  return fail('oauth_unexpected', { message });
}
