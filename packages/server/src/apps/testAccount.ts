import { fail, testCredentialsRoute } from '@latchkey/wire';
import { deriveKey, keyedHash } from '../crypto/index.ts';
import { type Implementation, implement } from '../http/index.ts';
import type { World } from '../world.ts';
import type { App } from './index.ts';

/** How an app's own tests log in without a mailbox (docs/contracts.md, Test accounts). */
export interface TestAccount {
  readonly email: string;
  readonly phoneNumber: string;
  /** Always the same, good any number of times. */
  readonly code: string;
}

export interface TestAccounts {
  readonly routes: Implementation[];
  /** The app's test account while `test_credentials_enabled` is on, else null. */
  find(app: App): TestAccount | null;
  /**
   * Tells, while test credentials are on, whether an account is one of those among which the app's test account lies:
   * nothing is sent to any of them, and all are answered alike, so that asking does not tell which it is.
   */
  isReserved(app: App, account: { type: string; subject: string }): boolean;
  /** What linked accounts of the app's test user are known by, whether or not test credentials are on. */
  keysOf(app: App): readonly { type: 'email' | 'phone'; subject: string }[];
}

/**
 * Area codes of the USA, and with 555-01xx behind them numbers that exist for fiction alone (ATIS-0300115): every
 * validator takes them, and they are no one's.
 */
const areaCodes = [
  '201',
  '202',
  '206',
  '212',
  '213',
  '303',
  '305',
  '310',
  '312',
  '404',
  '415',
  '503',
  '512',
  '602',
  '617',
  '702',
];

const domain = '@latchkey.example';
const fictionalNumber = /^\+1\d{3}55501\d\d$/;

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * Makes what gives an app's test account. It is derived from the deployment's key, so that nothing is stored, and no
 * two apps or deployments share one.
 *
 * A code that never changes would be guessed: wrong ones are counted by network, and a guess has to name the address,
 * 80 bits under a domain that no mail reaches (RFC 2606 §2), or one of 1,600 numbers, which only the app's secret shows.
 */
export function createTestAccounts({ secret }: World): TestAccounts {
  const key = deriveKey(secret, 'latchkey/test-account/v1');

  function accountOf(appId: string): TestAccount {
    const hash = keyedHash(key, [appId]);
    const name = [...hash.subarray(0, 16)].map((byte) => alphabet[byte & 31]).join('');
    const digits = (at: number, length: number) =>
      String(hash.readUInt32BE(at) % 10 ** length).padStart(length, '0');
    return {
      email: `test-${name}${domain}`,
      phoneNumber: `+1${areaCodes[hash.readUInt16BE(16) % areaCodes.length]}55501${digits(24, 2)}`,
      code: digits(20, 6),
    };
  }

  return {
    routes: [
      implement(testCredentialsRoute, async ({ app, params }) => {
        if (params.id !== app.id) fail('invalid_app_secret');
        if (!app.settings.test_credentials_enabled) {
          fail('not_found', { message: 'This app has no test account; set test_credentials_enabled' });
        }
        const { email, phoneNumber, code } = accountOf(app.id);
        return { data: [{ id: `test-${app.id}`, email, phone_number: phoneNumber, otp_code: code }] };
      }),
    ],
    find: (app) => (app.settings.test_credentials_enabled ? accountOf(app.id) : null),
    isReserved: (app, { type, subject }) =>
      app.settings.test_credentials_enabled &&
      ((type === 'email' && subject.endsWith(domain)) || (type === 'phone' && fictionalNumber.test(subject))),
    keysOf(app) {
      const { email, phoneNumber } = accountOf(app.id);
      return [
        { type: 'email', subject: email },
        { type: 'phone', subject: phoneNumber },
      ];
    },
  };
}
