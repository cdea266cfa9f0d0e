/** Error codes of EIP-1193, EIP-1474 and EIP-3326 for a wallet's provider. */
const codes = {
  rejected: 4001,
  unsupported: 4200,
  disconnected: 4900,
  unknownChain: 4902,
  internal: -32603,
} as const;

export function walletError(code: keyof typeof codes, message: string): Error & { readonly code: number } {
  return Object.assign(new Error(message), { code: codes[code] });
}

/**
 * Converts known errors of WalletConnect's client, or of a wallet behind it, to EIP-1193. Others pass unchanged. Codes:
 * https://specs.walletconnect.com/2.0/specs/clients/sign/error-codes
 */
export function toWalletError(cause: unknown): unknown {
  const { code, message = '' } = Object(cause) as { code?: unknown; message?: string };
  // 5000 to 5003: the user, or the wallet on their behalf, refused the proposal, its chains, methods or events.
  if (typeof code === 'number' && code >= 5000 && code <= 5003) return walletError('rejected', message);
  if (code === 6000 || /session topic doesn't exist|No matching key\. session/.test(message)) {
    return walletError('disconnected', message);
  }
  if (/^Failed to publish|socket connection|Socket stalled|No internet connection/.test(message)) {
    return walletError('disconnected', message);
  }
  return cause;
}
