import { describe, expect, it } from 'vitest';
import { readQuery, takeToken, toColor } from './query.ts';

describe('toColor', () => {
  it.each(['#fff', '#4F46E5', 'rgb(1, 2, 3)', 'rgb(1 2 3)', 'hsl(240, 10%, 3.9%)', 'hsl(240deg 10% 4%)'])(
    'takes %s',
    (color) => expect(toColor(color)).toBe(color),
  );
  it.each([
    null,
    '',
    'red; background: url(https://evil.example)',
    'url(https://evil.example)',
    'var(--x)',
    'transparent',
    'rgba(0, 0, 0, 0)',
    'rgb(0 0 0 / 0)',
    '#0000',
    'hsl(0, 0%, 0%) url(x)',
    'color-mix(in srgb, red, blue)',
  ])('does not take %s', (color) => expect(toColor(color)).toBeNull());
});

describe('readQuery', () => {
  it('reads what published clients send, and takes the address of older ones for the primary one', () => {
    const query = readQuery(
      '?address=0xA&walletIndex=0&width=368px&phrase_export=true&accent=%23000&background=x',
    );
    expect(query).toMatchObject({ address: '0xA', primaryAddress: '0xA', hasPhrase: true, language: 'en' });
    expect(query.colors).toMatchObject({ accent: '#000', background: '#ffffff' });
    expect(readQuery('?address=0xA&primaryAddress=0xB')).toMatchObject({
      primaryAddress: '0xB',
      hasPhrase: false,
    });
  });
});

it('the token leaves the address before anything else', () => {
  const calls: unknown[] = [];
  const history = { replaceState: (...given: unknown[]) => calls.push(given[2]) } as unknown as History;
  const at = (hash: string) => ({ hash, pathname: '/p', search: '?q' }) as Location;
  expect(takeToken(at('#token=a.b.c'), history)).toBe('a.b.c');
  expect(takeToken(at('#other'), history)).toBeNull();
  expect(takeToken(at(''), history)).toBeNull();
  expect(calls).toEqual(['/p?q', '/p?q']);
});
