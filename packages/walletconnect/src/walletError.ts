/** Numbers of EIP-1193, EIP-1474 and EIP-3326 that a wallet's provider fails with. */
const codes = {
  rejected: 4001,
  unsupported: 4200,
  disconnected: 4900,
  unknownChain: 4902,
  internal: -32603,
} as const;

/** An error as EIP-1193 has them, with a numeric `code`. */
export function walletError(code: keyof typeof codes, message: string): Error & { readonly code: number } {
  return Object.assign(new Error(message), { code: codes[code] });
}

/**
 * Tells an error of WalletConnect's client, or of a wallet behind it, as EIP-1193 has them.
 * Numbers: https://specs.walletconnect.com/2.0/specs/clients/sign/error-codes
 */
export function toWalletError(cause: unknown): unknown {
  const { code, message = '' } = Object(cause) as { code?: unknown; message?: string };
  // 5000 to 5003: the person, or the wallet for the person, refused the proposal, its chains, methods or events.
  if (typeof code === 'number' && code >= 5000 && code <= 5003) return walletError('rejected', message);
  if (code === 6000 || /session topic doesn't exist|No matching key\. session/.test(message)) {
    return walletError('disconnected', message);
  }
  if (/^Failed to publish|socket connection|Socket stalled|No internet connection/.test(message)) {
    return walletError('disconnected', message);
  }
  return cause;
}
