import { expect, test } from 'vitest';
import { createRouter } from './router.ts';

const router = createRouter<string>();
router.add('GET', '/api/v1/users/{user_id}', 'user');
router.add('GET', '/api/v1/users/me', 'me');
router.add('POST', '/api/v1/users/{user_id}', 'change');
router.add('GET', '/v1/apps/{id}/jwks.json', 'keys');
router.add('GET', '/v1/apps/{id}/users/{user_id}', 'both');

test('the router finds a route by method and path, with its parameters', () => {
  expect(router.find('GET', '/api/v1/users/ada')).toEqual({ target: 'user', params: { user_id: 'ada' } });
  expect(router.find('POST', '/api/v1/users/ada')?.target).toBe('change');
  expect(router.find('GET', '/v1/apps/a/users/b')?.params).toEqual({ id: 'a', user_id: 'b' });
});

test('a literal path takes precedence over one with parameters, even if that one was added first', () => {
  expect(router.find('GET', '/api/v1/users/me')).toEqual({ target: 'me', params: {} });
});

test('the router finds nothing for a path with more, fewer or empty parts, or for another method', () => {
  for (const path of ['/api/v1/users', '/api/v1/users/', '/api/v1/users/a/b', '/x/api/v1/users/me'])
    expect(router.find('GET', path), path).toBeNull();
  expect(router.find('DELETE', '/api/v1/users/me')).toBeNull();
  expect(router.find('GET', '/v1/apps/a/jwksxjson')).toBeNull();
});

test('[S56] path parameters are decoded once, and an invalid encoding is kept as it is', () => {
  const paramOf = (text: string) => router.find('GET', `/api/v1/users/${text}`)?.params.user_id;
  expect(paramOf('did%3Aprivy%3Aa')).toBe('did:privy:a');
  expect(paramOf('a%2Fb')).toBe('a/b');
  expect(paramOf('%252F')).toBe('%2F');
  expect(paramOf('%zz')).toBe('%zz');
  expect(paramOf('__proto__')).toBe('__proto__');
});
