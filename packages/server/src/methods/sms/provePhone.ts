import { fail } from '@latchkey/wire';
import type { Proof } from '../../admission/index.ts';
import type { App } from '../../apps/index.ts';
import type { CodePurpose, CodeRecipient } from '../../challenges/index.ts';
import { isEqual, sha256 } from '../../crypto/index.ts';
import type { MethodRooms } from '../method.ts';
import { readPhoneNumber } from './phoneNumber.ts';

/** Whoever asks for a code or gives one: from which client network, and what the code is good for. */
interface PhoneAsker {
  app: App;
  network: string;
  purpose: CodePurpose;
}

/** A number, in any writing, and the code that was sent to it. */
interface PhoneClaim extends PhoneAsker {
  phoneNumber: string;
  code: string;
}

/** The account that a number is (E.164). */
export const toAccount = (phoneNumber: string) => ({ type: 'phone', subject: phoneNumber }) as const;

/** The recipient of a code. */
export const toRecipient = ({ app, network, purpose }: PhoneAsker, recipient: string): CodeRecipient => ({
  appId: app.id,
  channel: 'sms',
  recipient,
  purpose,
  network,
});

/**
 * Proves that somebody reads what is sent to a number; of the app's test account, by the code that it always has.
 *
 * @throws ServiceError `invalid_credentials` for a wrong, expired, superseded, exhausted or used code
 */
export async function provePhone(
  { admission, challenges }: Pick<MethodRooms, 'admission' | 'challenges'>,
  { code, ...claim }: PhoneClaim,
): Promise<Proof> {
  const { app } = claim;
  const phoneNumber = readPhoneNumber(claim.phoneNumber, app.settings.sms_regions);
  const account = toAccount(phoneNumber);
  const testCode = admission.findTestCode(app, account);
  if (testCode === null) await challenges.codes.consume(toRecipient(claim, phoneNumber), code);
  else if (!isEqual(sha256(code), sha256(testCode))) fail('invalid_credentials');
  return { method: 'sms', account: { ...account, details: { phoneNumber } } };
}
