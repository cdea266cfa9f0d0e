import { expect, it } from 'vitest';
import { readTypedCode } from './readTypedCode.ts';

it.each([
  ['123456', '123456'],
  ['1234', '1234'],
  ['12345678', '123456'],
  ['１２３４５６', '123456'],
  ['١٢٣٤٥٦', '١٢٣٤٥٦'],
  ['\u200e123\u00a0456\u200b', '123456'],
  ['123-456', '123456'],
  ['Demo 2: your code is 123456, good for 10 minutes', '123456'],
  ['abc', ''],
])('reads the typed text %j as the code %j', (text, code) => expect(readTypedCode(text)).toBe(code));
