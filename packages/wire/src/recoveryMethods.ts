/** Recovery methods of an embedded wallet as stored and sent; 'automatic' is the label of 'privy' (D3). */
export const recoveryMethods = ['privy', 'user-passcode', 'google-drive', 'icloud'] as const;
export type RecoveryMethod = (typeof recoveryMethods)[number];

/** The stored and sent value of a recovery method, from any name that it is known by; null for what is none. */
export function toRecoveryMethod(name: string): RecoveryMethod | null {
  if (name === 'automatic') return 'privy';
  return recoveryMethods.find((method) => method === name) ?? null;
}
