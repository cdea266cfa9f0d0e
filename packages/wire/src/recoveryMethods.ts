/** Recovery methods of an embedded wallet as stored and sent. `automatic` is another name of `privy`. */
export const recoveryMethods = ['privy', 'user-passcode', 'google-drive', 'icloud'] as const;
export type RecoveryMethod = (typeof recoveryMethods)[number];

/** Returns the stored and sent value of a recovery method from any of its names, or null for an unknown name. */
export function toRecoveryMethod(name: string): RecoveryMethod | null {
  if (name === 'automatic') return 'privy';
  return recoveryMethods.find((method) => method === name) ?? null;
}
