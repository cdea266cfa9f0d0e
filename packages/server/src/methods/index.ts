/**
 * Registry of the login methods: one line each, alphabetical, exactly the ids of the wire protocol. The service mounts
 * their routes. Methods use `admission`, `challenges`, `sessions` and the other modules of `MethodDeps`. `farcaster/`
 * owns table `farcaster_signers`.
 */
import * as list from './list.ts';
import type { Methods } from './method.ts';

export { createIssuerKeys } from './custom-token/issuerKeys.ts';
export { composeCodeMessage } from './email/message.ts';
export { createFarcasterSigners, type FarcasterSigners } from './farcaster/signer/signers.ts';
export { joinMethods } from './joinMethods.ts';
export { issueChallenge } from './passkey/challenge.ts';
export { nameOf, requestOptions } from './passkey/options.ts';
export { provePasskey } from './passkey/provePasskey.ts';
export { readRelyingParty, toAddress } from './passkey/relyingParty.ts';
export { composeCodeSms } from './sms/message.ts';
export { readPhoneNumber } from './sms/phoneNumber.ts';

/** Returns the list. A list that lacks a method does not compile. */
const whole = (methods: Methods): Methods => methods;

export const methods = whole(list);
