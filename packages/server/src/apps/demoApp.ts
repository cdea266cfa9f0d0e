import { createHash } from 'node:crypto';
import type { AppInput } from '@latchkey/wire';

/**
 * Id of the demo app. Its id and secret are in the documentation, so production refuses it in the apps file, and
 * disables it in a database from development.
 *
 * @internal
 */
export const demoAppId = 'latchkey-demo-app-0000001';
/** Id of the demo's second app, which has no secret. */
const marketAppId = 'latchkey-demo-app-0000002';
const demoAppSecret = 'latchkey-demo-secret';

/** App of a fresh installation in development (docs/contracts.md, Apps). @internal */
export const demoApp: AppInput = {
  id: demoAppId,
  secret_hash: createHash('sha256').update(demoAppSecret).digest('hex'),
  name: 'Latchkey Demo',
  email_auth: true,
  // Providers for which the sandbox has a stand-in.
  apple_oauth: true,
  discord_oauth: true,
  github_oauth: true,
  google_oauth: true,
  instagram_oauth: true,
  linkedin_oauth: true,
  spotify_oauth: true,
  tiktok_oauth: true,
  twitter_oauth: true,
  farcaster_auth: true,
  passkey_auth: true,
  passkeys_for_signup_enabled: true,
  telegram_auth: true,
  telegram_auth_config: {
    bot_id: '4010000001',
    bot_name: 'latchkey_sandbox_bot',
    link_enabled: true,
    seamless_auth_enabled: true,
  },
  wallet_auth: true,
  solana_wallet_auth: true,
  mfa_methods: ['totp', 'sms', 'passkey'],
  published_clients: true,
  embedded_wallet_config: {
    create_on_login: 'users-without-wallets',
    user_owned_recovery_options: ['user-passcode'],
  },
  // The sandbox stands in for the on-ramps, and moves coins between its two chains.
  fiat_on_ramp_enabled: true,
  funding_config: {
    methods: ['moonpay', 'coinbase-onramp', 'external'],
    default_recommended_amount: '0.1',
    default_recommended_currency: { chain: 'eip155:31337' },
    cross_chain_bridging_enabled: true,
  },
  // All ports of this machine, because development servers take the next port if theirs is in use.
  allowed_origins: [
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'http://localhost:*',
    'http://127.0.0.1:*',
  ],
  cross_app_requesters: [{ app_id: marketAppId, read_only: false }],
};

/** Demo app on another site, where users log in with their wallets of the first app. */
const marketApp: AppInput = {
  id: marketAppId,
  name: 'Harbour market',
  accent_color: '#0f766e',
  email_auth: true,
  cross_app_auth: true,
  allowed_origins: ['http://127.0.0.1:3000', 'http://127.0.0.1:*'],
};

/** Apps of a fresh installation in development, which production refuses. */
export const demoApps: readonly AppInput[] = [demoApp, marketApp];
export const demoAppIds: readonly string[] = [demoAppId, marketAppId];
