import { toPlainLine } from '@latchkey/wire';
import type { CodePurpose } from '../../challenges/index.ts';

/**
 * Writes the SMS that carries a code and says what it does. Its last line is the one that browsers read to fill the code into a page of
 * that host and of no other (https://wicg.github.io/sms-one-time-codes/), so that a copied page gets nothing. In the
 * 7-bit alphabet of GSM 03.38 wherever the app's name is: one message, not two.
 *
 * @param input `host` of the page that asked, without a port; null where no page did
 */
export function composeCodeSms(input: {
  appName: string;
  code: string;
  host: string | null;
  purpose: CodePurpose;
}): string {
  const { code, host } = input;
  // Its operator's text: a line break in it could end in a line of its own for another host.
  const appName = toPlainLine(input.appName).slice(0, 40);
  const does = actOf(input.purpose);
  const keep = input.purpose.startsWith('release ')
    ? "Only enter it in the wallet's own window."
    : 'Do not share it.';
  const words = `${code} is your code to ${does} ${appName}. ${keep}`;
  return host === null ? words : `${words}\n\n@${host} #${code}`;
}

function actOf(purpose: CodePurpose): string {
  if (purpose === 'login') return 'log in to';
  if (purpose.startsWith('mfa-enrol ')) return 'add this number as a second factor at';
  if (purpose.startsWith('mfa ')) return "confirm that it's you at";
  if (purpose.startsWith('release ')) return 'open your wallet in a new browser at';
  if (purpose.startsWith('undo ')) return 'restore this number to your account at';
  return 'add this number to an account at';
}
