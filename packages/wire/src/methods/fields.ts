import * as v from 'valibot';

export const loginModes = ['login-or-sign-up', 'no-signup'] as const;
export type LoginMode = (typeof loginModes)[number];

/** `no-signup` limits a login to existing users. Absent: new users may sign up. */
export const loginMode = () => v.optional(v.nullable(v.picklist(loginModes)));

/** Nonce of an offered transfer (docs/wire/protocol.md §1.4). */
export const transferNonce = () => v.pipe(v.string(), v.minLength(1), v.maxLength(128));
