/** The login methods that exist. An app that enables another one is refused. Alphabetical. */
export const methodIds = [
  'custom-token',
  'email',
  'farcaster',
  'guest',
  'passkey',
  'sms',
  'telegram',
] as const;

export type MethodId = (typeof methodIds)[number];

/** Name of the flag in the served app config that turns a method on. */
export const methodFlags = {
  'custom-token': 'custom_jwt_auth',
  email: 'email_auth',
  farcaster: 'farcaster_auth',
  guest: 'guest_auth',
  passkey: 'passkey_auth',
  sms: 'sms_auth',
  telegram: 'telegram_auth',
} as const satisfies Record<MethodId, string>;

/** Methods that no screen offers: the host begins them (D further 16). */
export const headlessMethodIds = [
  'custom-token',
  'farcaster',
  'guest',
  'passkey',
  'telegram',
] as const satisfies readonly MethodId[];

/** A method that has an entry on the landing. */
export type OfferedMethodId = Exclude<MethodId, (typeof headlessMethodIds)[number]>;

/** Tells whether a method has an entry on the landing. */
export function isOffered(id: MethodId): id is OfferedMethodId {
  return !headlessMethodIds.some((headless) => headless === id);
}
