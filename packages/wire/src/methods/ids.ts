/** The login methods that exist. An app that enables another one is refused. Alphabetical. */
export const methodIds = ['email', 'sms'] as const;

export type MethodId = (typeof methodIds)[number];

/** Name of the flag in the served app config that turns a method on. */
export const methodFlags = {
  email: 'email_auth',
  sms: 'sms_auth',
} as const satisfies Record<MethodId, string>;
