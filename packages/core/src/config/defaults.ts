/** What holds where the host says nothing and the app's served config does not either. */
export const defaults = {
  /** Service of `npm start`, used on loopback pages only. */
  apiUrl: 'http://localhost:4000',
  theme: 'system',
  walletList: ['detected_wallets', 'metamask', 'coinbase_wallet', 'rainbow', 'wallet_connect'],
  /** The default country of phone numbers (CONF-17). */
  defaultCountry: 'US',
  locale: 'en',
  createOnLogin: 'off',
  /** Where services that do not say so mean the script of Turnstile to be. */
  turnstileUrl: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
  chain: { id: 1, name: 'Ethereum' },
} as const;
