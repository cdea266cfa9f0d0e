/**
 * The guest list of login methods: one line each, alphabetical, exactly the ids of the wire. The service mounts their
 * routes. Methods ask admission, challenges and sessions; none knows another.
 */
import { customToken } from './custom-token/customToken.ts';
import { email } from './email/email.ts';
import { farcaster } from './farcaster/farcaster.ts';
import { guest } from './guest/guest.ts';
import type { Methods } from './method.ts';
import { oauth } from './oauth/oauth.ts';
import { passkey } from './passkey/passkey.ts';
import { sms } from './sms/sms.ts';

import { telegram } from './telegram/telegram.ts';

export { createIssuerKeys } from './custom-token/issuerKeys.ts';
export { composeCodeMessage } from './email/message.ts';
export { joinMethods } from './joinMethods.ts';
export { composeCodeSms } from './sms/message.ts';

export const methods = {
  'custom-token': customToken,
  email,
  farcaster,
  guest,
  passkey,
  oauth,
  sms,
  telegram,
} as const satisfies Methods;
