import type { KnownWalletId } from '@latchkey/core';

/**
 * Colours of known wallets that announce no icon. Most makers do not license their logos, so a letter is shown; the
 * colour helps to tell wallets with the same letter apart. White text is readable on each colour.
 */
export const walletColors: Readonly<Record<Exclude<KnownWalletId, 'wallet_connect'>, string>> = {
  brave_wallet: '#c53f10',
  coinbase_smart_wallet: '#1b4fdb',
  coinbase_wallet: '#1b4fdb',
  cryptocom: '#0b3a86',
  metamask: '#b85408',
  okx_wallet: '#3a3d45',
  phantom: '#6257bf',
  rabby_wallet: '#4558cf',
  rainbow: '#7a3fd1',
  safe: '#0b7544',
  uniswap: '#c2206f',
  zerion: '#0f6a8f',
};

/** WalletConnect's logo in a 24×24 square (Simple Icons, CC0), and its colour. */
export const walletConnectMark = {
  d: 'M4.913 7.519c3.915-3.831 10.26-3.831 14.174 0l.471.461a.483.483 0 0 1 0 .694l-1.611 1.577a.252.252 0 0 1-.354 0l-.649-.634c-2.73-2.673-7.157-2.673-9.887 0l-.694.68a.255.255 0 0 1-.355 0L4.397 8.719a.482.482 0 0 1 0-.693l.516-.507Zm17.506 3.263 1.434 1.404a.483.483 0 0 1 0 .694l-6.466 6.331a.508.508 0 0 1-.709 0l-4.588-4.493a.126.126 0 0 0-.178 0l-4.589 4.493a.508.508 0 0 1-.709 0L.147 12.88a.483.483 0 0 1 0-.694l1.434-1.404a.508.508 0 0 1 .709 0l4.589 4.493c.05.048.129.048.178 0l4.589-4.493a.508.508 0 0 1 .709 0l4.589 4.493c.05.048.128.048.178 0l4.589-4.493a.507.507 0 0 1 .708 0Z',
  fill: '#3b99fc',
} as const;
