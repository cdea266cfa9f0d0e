import { describe, expect, it } from 'vitest';
import { readCode } from './readCode.ts';

describe('readCode', () => {
  it.each([
    ['123456', { digits: '123456', problem: null }],
    ['12', { digits: '12', problem: null }],
    ['', { digits: '', problem: null }],
    [' 123 456\n', { digits: '123456', problem: null }],
    ['123-456', { digits: '123456', problem: null }],
    ['1234567', { digits: '123456', problem: 'too-long' }],
    ['12a456', { digits: null, problem: 'not-numeric' }],
    ['12.456', { digits: null, problem: 'not-numeric' }],
    ['１２３４５６', { digits: '123456', problem: null }],
    ['١٢٣٤٥٦', { digits: '123456', problem: null }],
    ['१२३४५६', { digits: '123456', problem: null }],
    ['\u200e123\u00a0456\u200b', { digits: '123456', problem: null }],
    ['１２３ー４５６', { digits: '123456', problem: null }],
    ['½23456', { digits: null, problem: 'not-numeric' }],
  ])('[CODE-08] the code input reads the typed text %j as %j', (text, reading) => {
    expect(readCode(text)).toEqual(reading);
  });
});

describe('readCode with a pasted text', () => {
  it.each([
    ['Your code is 123456. It is good for 10 minutes.', '123456'],
    ['123456 is your code for Demo\n\n@demo.example #123456', '123456'],
    ['Code: 123 456\u200b', '123456'],
    ['認証コード： １２３４５６', '123456'],
    ['G-123456', '123456'],
    ['123456', '123456'],
    ['123456 or 654321', null],
    ['Order 12345678', null],
    ['12a456', null],
  ])('the code input reads the pasted text %j if exactly one code is in it', (text, digits) => {
    expect(readCode(text, true).digits).toBe(digits);
  });

  it('a pasted number with too many digits is cut to its first six and reported; typed letters around a code are refused', () => {
    for (const text of ['1234567', '123 456 789'])
      expect(readCode(text, true)).toEqual({ digits: '123456', problem: 'too-long' });
    // The user typed these letters (CODE-02).
    expect(readCode('a123456').problem).toBe('not-numeric');
  });
});
