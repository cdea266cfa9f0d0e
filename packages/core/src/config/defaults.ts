/** Values of options that neither the host nor the app's served config sets. */
export const defaults = {
  /** Service of `npm start`, used on loopback pages and on servers that render pages. */
  apiUrl: 'http://localhost:4000',
  theme: 'system',
  walletList: ['detected_wallets', 'metamask', 'coinbase_wallet', 'rainbow', 'wallet_connect'],
  /** Default country of phone numbers (CONF-17). */
  defaultCountry: 'US',
  locale: 'en',
  createOnLogin: 'off',
  /** URL of Turnstile's script, for services that do not serve one. */
  turnstileUrl: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
  chain: { id: 1, name: 'Ethereum' },
} as const;
