import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { appInputSchema } from '../index.ts';

const id = 'latchkey-test-app-0000001';

describe('an app as the operator writes it', () => {
  it('appInputSchema() accepts an app with only an id and a name', () => {
    expect(v.is(appInputSchema(), { id, name: 'Test' })).toBe(true);
  });

  it('appInputSchema() refuses an unknown field, a wrong type, an empty name and an id of another length', () => {
    for (const wrong of [
      { id: 'short' },
      { id, colour: 'red' },
      { id, email_auth: 'yes' },
      { id, name: '' },
    ]) {
      expect(v.is(appInputSchema(), wrong), JSON.stringify(wrong)).toBe(false);
    }
  });

  it('appInputSchema() refuses a logo URL that is not a valid http or https URL', () => {
    for (const url of ['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'http://a b']) {
      expect(v.is(appInputSchema(), { id, logo_url: url }), url).toBe(false);
    }
    expect(v.is(appInputSchema(), { id, logo_url: 'https://example.org/logo.svg' })).toBe(true);
  });

  it('[CONF-23] the wallet-creation mode of an app is off, users-without-wallets or all-users', () => {
    const config = (mode: string, solana = mode) => ({
      id,
      embedded_wallet_config: {
        create_on_login: mode,
        solana: { create_on_login: solana },
        user_owned_recovery_options: [],
        require_user_owned_recovery_on_create: false,
        require_user_password_on_create: false,
      },
    });
    for (const mode of ['off', 'users-without-wallets', 'all-users']) {
      expect(v.is(appInputSchema(), config(mode)), mode).toBe(true);
    }
    const fieldOf = (refused: object) =>
      v
        .safeParse(appInputSchema(), refused)
        .issues?.map((issue) => v.getDotPath(issue as v.BaseIssue<unknown>));
    expect(fieldOf(config('always', 'off'))).toEqual(['embedded_wallet_config.create_on_login']);
    expect(fieldOf(config('off', 'always'))).toEqual(['embedded_wallet_config.solana.create_on_login']);
  });
});
