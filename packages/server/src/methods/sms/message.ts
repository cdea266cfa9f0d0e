import { toPlainLine } from '@latchkey/wire';
import type { CodePurpose } from '../../challenges/index.ts';
import { codeSmsEn } from './generated/en.ts';

/**
 * Composes the text message with a code and says what the code does. The last line names `host`, so browsers that know
 * the format do not fill in the code on a phishing site (https://wicg.github.io/sms-one-time-codes/).
 *
 * @param input `host` of the page that requested the code, without a port; null if no page did
 */
export function composeCodeSms(input: {
  appName: string;
  code: string;
  host: string | null;
  purpose: CodePurpose;
}): string {
  const { code, host } = input;
  // The operator or tenant chose the app's name. With a line break in it, a name could imitate the line that names
  // the host.
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
