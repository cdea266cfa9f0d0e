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
    ['١٢٣٤٥٦', { digits: null, problem: 'not-numeric' }],
  ])('[CODE-08] reads %j', (text, reading) => {
    expect(readCode(text)).toEqual(reading);
  });
});
