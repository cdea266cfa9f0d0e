import { describe, expect, it } from 'vitest';
import { readQuery, takeToken } from './query.ts';

describe('readQuery', () => {
  it('reads the query of published clients, and takes the address as the primary one if the query names no other', () => {
    const query = readQuery(
      '?address=0xA&walletIndex=0&width=368px&phrase_export=true&accent=%23000&background=x',
    );
    expect(query).toEqual({
      wallet: { address: '0xA' },
      primaryAddress: '0xA',
      hasPhrase: true,
      language: 'en',
      theme: 'light',
    });
    expect(readQuery('?address=0xA&primaryAddress=0xB')).toMatchObject({
      primaryAddress: '0xB',
      hasPhrase: false,
    });
  });

  it.each([
    [
      'light',
      ['#fff', '#F1F2F4', 'rgb(250, 250, 250)', 'rgb(250 250 250)', 'hsl(240, 10%, 98%)', '', 'url(x)'],
    ],
    ['dark', ['#000', '#17181B', '#16171a', 'rgb(20, 20, 20)', 'hsl(240, 10%, 3.9%)', ' hsl(240deg 10% 4%)']],
  ])('derives only the theme (%s) from the colours of the query', (theme, backgrounds) => {
    for (const background of backgrounds) {
      const query = readQuery(`?${new URLSearchParams({ background, accent: 'red', success: 'red' })}`);
      expect(query.theme, background).toEqual(theme);
      expect(JSON.stringify(query)).not.toMatch(/red|url|rgb|hsl|#/);
    }
    expect(readQuery('?colorScheme=dark').theme).toBe('dark');
  });

  it('reads the query of the newest clients, which name a wallet by its position under an entropy', () => {
    const named = 'v=1&entropy_id=0xB&entropy_id_verifier=ethereum-address-verifier&width=312px';
    expect(readQuery(`?${named}&hd_wallet_index=2&chain_type=solana`)).toMatchObject({
      wallet: { chainType: 'solana', index: 2 },
      primaryAddress: '0xB',
    });
    expect(readQuery(`?${named}`)).toMatchObject({ wallet: { chainType: 'ethereum', index: 0 } });
  });
});

it('takes the token out of the URL of the export page', () => {
  const calls: unknown[] = [];
  const history = { replaceState: (...given: unknown[]) => calls.push(given[2]) } as unknown as History;
  const at = (hash: string) => ({ hash, pathname: '/p', search: '?q' }) as Location;
  expect(takeToken(at('#token=a.b.c'), history)).toBe('a.b.c');
  expect(takeToken(at('#other'), history)).toBeNull();
  expect(takeToken(at(''), history)).toBeNull();
  expect(calls).toEqual(['/p?q', '/p?q']);
});
