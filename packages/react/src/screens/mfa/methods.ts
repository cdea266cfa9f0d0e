import type { MfaMethod } from '@latchkey/wire';

/** In the order in which they are offered (MFA-01). */
const order: readonly MfaMethod[] = ['totp', 'sms', 'passkey'];

/** Those of `methods`, the recommended one first. A method that this version does not know is none that it can offer. */
export const sortMfaMethods = (methods: readonly MfaMethod[]): MfaMethod[] =>
  order.filter((method) => methods.includes(method));
