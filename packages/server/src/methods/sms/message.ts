import { toPlainLine } from '@latchkey/wire';
import type { CodePurpose } from '../../challenges/index.ts';
import { codeSmsEn } from './generated/en.ts';

/**
 * Writes the SMS that carries a code and says what it does. Its last line is the one that browsers read to fill the code into a page of
 * that host and of no other (https://wicg.github.io/sms-one-time-codes/), so that a copied page gets nothing. In the
 * 7-bit alphabet of GSM 03.38 if the app's name is: one message, not two.
 *
 * @param input `host` of the page that asked, without a port; null if no page did
 */
export function composeCodeSms(input: {
  appName: string;
  code: string;
  host: string | null;
  purpose: CodePurpose;
}): string {
  const { code, host } = input;
  // Its operator's text: a line break in it could end in a line of its own for another host.
  const app = toPlainLine(input.appName).slice(0, 40);
  const does = codeSmsEn.purposes[nameOf(input.purpose)]({ code, app });
  const advice = input.purpose.startsWith('release ') ? codeSmsEn.releaseAdvice : codeSmsEn.advice;
  const text = `${does} ${advice}`;
  return host === null ? text : `${text}\n\n@${host} #${code}`;
}

function nameOf(purpose: CodePurpose): keyof typeof codeSmsEn.purposes {
  if (purpose === 'login') return 'login';
  if (purpose.startsWith('mfa-enrol ')) return 'enrol';
  if (purpose.startsWith('mfa ')) return 'verify';
  if (purpose.startsWith('release ')) return 'release';
  return purpose.startsWith('undo ') ? 'undo' : 'link';
}
