import { expect, it } from 'vitest';
import { passkeyName } from './passkeyName.ts';

it.each([
  ['iCloud Keychain', 'Safari', 'macOS', 'iCloud Keychain on Safari'],
  ['iCloud Keychain', null, 'macOS', 'iCloud Keychain'],
  [null, 'Chrome', 'Windows', 'Chrome on Windows'],
  ['', 'Chrome', null, 'Chrome'],
  [undefined, undefined, 'Windows', 'Unknown device'],
])(
  '[DISP-07] a passkey with the authenticator %s, the browser %s and the system %s has the name %s',
  (authenticatorName, createdWithBrowser, createdWithOs, name) => {
    expect(passkeyName({ authenticatorName, createdWithBrowser, createdWithOs } as never)).toBe(name);
  },
);
