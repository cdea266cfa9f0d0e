import { describe, expect, test } from 'vitest';
import { originMatch, originProblem } from './origins.ts';

describe('an entry of an origin list', () => {
  test.each([
    'https://app.example.com',
    'https://app.example.com:8443',
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
    'https://*.preview.example.com',
  ])('%s is allowed as an origin in development', (entry) => {
    expect(originProblem(entry, false)).toBeNull();
  });

  test.each([
    '*',
    'null',
    'https://app.example.com/',
    'https://app.example.com/path',
    'https://App.example.com',
    'https://app.example.com:443',
    'https://user@app.example.com',
    'app.example.com',
    'ftp://app.example.com',
    'https://*',
    'https://*.com',
    'https://a.*.example.com',
    'https://*.*.example.com',
    'https://a*.example.com',
    'javascript:alert(1)',
  ])('%s is refused as an origin', (entry) => {
    expect(originProblem(entry, false)).not.toBeNull();
  });

  test.each([
    ['https://app.example.com', true],
    ['http://localhost:3000', true],
    ['http://app.example.com', false],
    ['https://*.example.com', false],
  ])('[S50] %s is allowed as an origin in production: %s', (entry, isGood) => {
    expect(originProblem(entry, true) === null).toBe(isGood);
  });
});

describe('[S26] a match', () => {
  const isMatch = originMatch(['https://app.example.com', 'https://*.preview.example.com:8443']);

  test.each(['https://app.example.com', 'https://pr-1.preview.example.com:8443'])(
    'the origin list matches %s',
    (origin) => {
      expect(isMatch(origin)).toBe(true);
    },
  );

  test.each([
    'http://app.example.com',
    'https://app.example.com:8443',
    'https://app.example.com.evil.example',
    'https://evil.example#https://app.example.com',
    'https://sub.app.example.com',
    'https://preview.example.com:8443',
    'https://a.b.preview.example.com:8443',
    'https://.preview.example.com:8443',
    'https://evil.example/.preview.example.com:8443',
    'https://pr-1.preview.example.com',
    'null',
    '',
  ])('the origin list does not match %s', (origin) => {
    expect(isMatch(origin)).toBe(false);
  });
});
