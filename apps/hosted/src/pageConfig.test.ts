import { isOffered, methodIds, oauthProviders } from '@latchkey/wire';
import { expect, test } from 'vitest';
import { toHostConfig } from './pageConfig.ts';

test('the hosted pages offer the login methods that the modal can offer, except Telegram', () => {
  const { loginMethods = [] } = toHostConfig({ apiUrl: 'https://auth.example.com', chains: [] }, 'en');
  const all = methodIds.filter(isOffered).flatMap((id) => (id === 'oauth' ? [...oauthProviders] : [id]));
  expect([...loginMethods].sort()).toEqual(all.filter((name) => name !== 'telegram').sort());
});
