import { fail } from '@latchkey/wire';
import { sendAnalyticsEvent } from '../analytics/index.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';

/** What is said where a page of another origin answers for the one that a visit comes back to. */
export const otherOrigin = 'Origins between parent and child windows do not match.';

/**
 * Refuses what this browser did not begin: someone may want the person logged in as another one (OAUTH-02, S33).
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
