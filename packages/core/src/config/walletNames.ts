/**
 * What a list of wallets is made of (EXTW-14, EXTW-25): known wallets by name, and those that are in the page. At start, because
 * a name that is none is refused where the host writes it.
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
