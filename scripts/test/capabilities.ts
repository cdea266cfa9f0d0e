/**
 * Capabilities of the product, and patterns for the paths of their code and tests, relative to the root. A path may
 * belong to several capabilities, or to none.
 */
export const capabilities: Readonly<Record<string, RegExp>> = {
  accounts: /\b(account|changes|users|everyAccount|directory)\b/,
  captcha: /captcha|turnstile/i,
  config: /\b(apps|config|settings|doctor|appSettings)\b/,
  'cross-app': /cross-?app|connectedApps|connector\b|hosted/i,
  'custom-token': /custom-?token|withoutScreens/i,
  email: /\b(email|one-time-code|login|challenges|delivery)\b/,
  export: /export|exitKit|\bkit\b|offline/i,
  farcaster: /farcaster/i,
  funding: /funding|moonpay|coinbase|bridge|faucet|prices/i,
  guest: /guest|withoutScreens/i,
  passkey: /passkey|authenticator/i,
  recovery: /recover|password|cloud|google|vault|dump/i,
  'second-factors': /mfa|factors?\b|totp|thief/i,
  sessions: /session|cookies|tokens?\b|refresh/i,
  signing: /\bsign\b|signing|approve|readable|announced|provider\b/i,
  sms: /\bsms\b|phone\.test/,
  social: /oauth|social/i,
  solana: /solana/i,
  telegram: /telegram/i,
  terms: /\bterms\b|refusals|allowlist|admission/,
  transactions: /transaction|\bsend(ing)?\b|chains?\b|nodes\b|libraries|testDapp/i,
  wallet: /\bwallets?\b|\bcustody\b|\bacts\b|embedded|devices/i,
  'wallet-login': /wallets?\/external|methods\/wallet|walletList|walletconnect|e2e\/wallets|siwe|ethereum\//i,
};

export function capabilitiesOf(path: string): string[] {
  return Object.keys(capabilities).filter((name) => capabilities[name]?.test(path));
}
