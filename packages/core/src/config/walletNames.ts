/**
 * Entries of a wallet list (EXTW-14, EXTW-25): known wallets by name, and the wallets detected in the page. Loaded at
 * start, to reject an unknown name in the host's code.
 */
export const walletNames = [
  'detected_wallets',
  'detected_ethereum_wallets',
  'detected_solana_wallets',
  'brave_wallet',
  'coinbase_smart_wallet',
  'coinbase_wallet',
  'cryptocom',
  'metamask',
  'okx_wallet',
  'phantom',
  'rabby_wallet',
  'rainbow',
  'safe',
  'uniswap',
  'wallet_connect',
  'zerion',
] as const;
