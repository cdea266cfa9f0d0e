import { type AppConfig, emailRoutes, smsRoutes, type TokenReply, type WireUser } from '@latchkey/wire';
import { type Answer, answer } from './network.ts';

const appId = 'latchkey-gallery-app-0001';
export const address = '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826';
export const email = 'ada@tidewater.example';
export const phone = '+1 (201) 555-0123';

/** Logo of the app. */
export const logo = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64"><rect width="64" height="64" rx="16" fill="#0b7285"/><path d="M12 40c7-8 13-8 20 0s13 8 20 0" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round"/></svg>',
)}`;

export const terms: Partial<AppConfig> = {
  terms_and_conditions_url: 'https://tidewater.example/terms',
  privacy_policy_url: 'https://tidewater.example/privacy',
};

/** Served config of an app with email login. Missing fields count as not set. */
export const usualApp = {
  id: appId,
  name: 'Tidewater',
  email_auth: true,
  ...terms,
} as Partial<AppConfig> as AppConfig;

const createdAt = 1_760_000_000;
const times = { verified_at: createdAt, first_verified_at: createdAt, latest_verified_at: createdAt };

/** A user who logged in with email and has a wallet. */
export const ada: WireUser = {
  id: 'did:privy:gallery-ada',
  created_at: createdAt,
  linked_accounts: [
    { type: 'email', address: email, ...times },
    {
      type: 'wallet',
      address,
      chain_type: 'ethereum',
      wallet_client: 'privy',
      wallet_client_type: 'privy',
      connector_type: 'embedded',
      wallet_index: 0,
      recovery_method: 'privy',
      imported: false,
      ...times,
    },
  ],
  mfa_methods: [],
  has_accepted_terms: false,
  is_guest: false,
};

export const adaWithPhone: WireUser = {
  ...ada,
  linked_accounts: [...ada.linked_accounts, { type: 'phone', phoneNumber: phone, ...times }],
};

export const adaEverywhere: WireUser = {
  ...adaWithPhone,
  linked_accounts: [
    ...adaWithPhone.linked_accounts,
    { type: 'google_oauth', subject: '1', email: 'ada@gmail.example', name: 'Ada', ...times },
    { type: 'passkey', credential_id: 'c', enrolled_in_mfa: false, ...times },
    { type: 'telegram', telegram_user_id: '700000001', username: 'ada', ...times },
    { type: 'farcaster', fid: 1, owner_address: address, username: 'ada', ...times },
  ],
};

/** Creates a token with the claims that the client reads. The client does not check the signature. */
function createToken(): string {
  const part = (json: object) => btoa(JSON.stringify(json)).replaceAll('=', '');
  const claims = { sub: ada.id, aud: appId, iss: 'gallery', iat: createdAt, exp: 4_000_000_000 };
  return `${part({ alg: 'none' })}.${part(claims)}.`;
}

/** Returns answers that log a user in with any code. */
export function logsIn(user: WireUser): Answer[] {
  const session: TokenReply = {
    user,
    token: createToken(),
    privy_access_token: null,
    refresh_token: null,
    session_update_action: 'set',
  };
  return [answer(emailRoutes.authenticate, session), answer(smsRoutes.authenticate, session)];
}
