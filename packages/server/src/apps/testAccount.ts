import { fail, testCredentialsRoute } from '@latchkey/wire';
import { deriveKey, keyedHash } from '../crypto/index.ts';
import { type Implementation, implement } from '../http/index.ts';
import type { World } from '../world.ts';
import type { App } from './index.ts';

/** Account with which an app's own tests log in without a mailbox (docs/contracts.md, Test accounts). */
export interface TestAccount {
  readonly email: string;
  readonly phoneNumber: string;
  /** Fixed code, which a login does not use up. */
  readonly code: string;
}

export interface TestAccounts {
  readonly routes: Implementation[];
  /** Returns the app's test account if `test_credentials_enabled` is on, otherwise null. */
  find(app: App): TestAccount | null;
  /**
   * Returns true if test credentials are on and an account is in the range of test accounts. Login routes send no code
   * to these accounts and answer requests for a code alike, so that an attacker does not learn which one is the test
   * account.
   */
  isReserved(app: App, account: { type: string; subject: string }): boolean;
  /** Returns the accounts of the app's test user, whether or not test credentials are on. */
  keysOf(app: App): readonly { type: 'email' | 'phone'; subject: string }[];
}

/** US area codes. With 555-01xx they form numbers reserved for fiction (ATIS-0300115). */
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
 * Creates the test accounts. They are derived from the deployment's secret, so they need not be stored, and each app
 * has its own email address.
 *
 * An attacker could guess a code that never changes. Wrong codes are counted by network, and a guess must also name
 * the account: its address (80 bits, in a domain that receives no mail, RFC 2606 §2) or its number (one of 1,600).
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
