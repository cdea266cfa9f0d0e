import * as v from 'valibot';

export const loginModes = ['login-or-sign-up', 'no-signup'] as const;
export type LoginMode = (typeof loginModes)[number];

/** Whom a login lets in. Absent: everyone. */
export const loginMode = () => v.optional(v.nullable(v.picklist(loginModes)));

/** What a transfer is offered by (wire §1.4): 43 characters of base64url. */
export const transferNonce = () => v.pipe(v.string(), v.minLength(1), v.maxLength(128));
