/** Names of those by whom people log in, as they write themselves: no language has others (LAND-16). */
const brandNames: Readonly<Record<string, string>> = {
  apple: 'Apple',
  coinbase_wallet: 'Coinbase Wallet',
  discord: 'Discord',
  farcaster: 'Farcaster',
  github: 'GitHub',
  google: 'Google',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  metamask: 'MetaMask',
  oidc: 'SSO',
  rainbow: 'Rainbow',
  spotify: 'Spotify',
  telegram: 'Telegram',
  tiktok: 'TikTok',
  twitter: 'Twitter',
  wallet_connect: 'WalletConnect',
};

/** What a brand is called. */
export const brandNameOf = (brand: string): string => brandNames[brand] ?? brand;
