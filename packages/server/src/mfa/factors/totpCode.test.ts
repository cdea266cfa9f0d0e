import { expect, test } from 'vitest';
import { describeSecret, findStep } from './totpCode.ts';

// RFC 6238, Appendix B, rows of SHA-1: time in seconds, and the last six of the eight digits.
const secret = Buffer.from('12345678901234567890');
const vectors: [seconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];

test.each(vectors)(
  '[S31] the RFC 6238 code at %i seconds is accepted only in its own time step and the two beside it',
  (at, code) => {
    const step = Math.floor(at / 30);
    expect(findStep(secret, code, at * 1000)).toBe(step);
    expect(findStep(secret, code, (at + 30) * 1000)).toBe(step);
    expect(findStep(secret, code, (at - 30) * 1000)).toBe(step);
    for (const far of [-60, 60, 90, 3_600]) expect(findStep(secret, code, (at + far) * 1000)).toBeNull();
  },
);

test('[S31] an app name and a user name with URL characters add no parameter to a TOTP URI', () => {
  const { text, address } = describeSecret(secret, {
    appName: 'Tide: water&issuer=Evil\n',
    userName: 'ada@example.com?digits=8',
  });
  expect(text).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  const url = new URL(address);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    secret: text,
    issuer: 'Tide water&issuer=Evil',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
  expect(decodeURIComponent(url.pathname)).toContain('Tide water&issuer=Evil:ada@example.com?digits=8');
});
