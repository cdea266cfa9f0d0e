/** What holds where the host says nothing and the app's served config does not either. */
export const defaults = {
  /** Service of `npm start`, used on loopback pages only. */
  apiUrl: 'http://localhost:4000',
  theme: 'system',
  walletList: ['detected_wallets', 'metamask', 'coinbase_wallet', 'rainbow', 'wallet_connect'],
  /** L§9. */
  defaultCountry: 'US',
  locale: 'en',
  createOnLogin: 'off',
  chain: { id: 1, name: 'Ethereum' },
} as const;
