import { fail, smsRoutes } from '@latchkey/wire';
import type { Proof } from '../../admission/index.ts';
import type { App } from '../../apps/index.ts';
import { isEqual, sha256 } from '../../crypto/index.ts';
import { implement } from '../../http/index.ts';
import type { Method, MethodRooms } from '../method.ts';
import { composeCodeSms } from './message.ts';
import { readPhoneNumber } from './phoneNumber.ts';

/** Login with a code sent by SMS (L§4, L§7). */
export const sms: Method<'sms'> = {
  id: 'sms',
  routes: (world, { admission, challenges, sessions }) => [
    // Nothing here looks at users, so that the answer is the same whether or not the number has an account (S30).
    implement(smsRoutes.sendCode, async ({ app, body, caller }) => {
      const to = readPhoneNumber(body.phoneNumber, app.settings.sms_regions);
      await admission.checkAccount(app, 'sms', toAccount(to));
      // The test account's code never changes, and no message reaches its number.
      if (admission.findTestCode(app, toAccount(to)) !== null) return { success: true };
      const host = caller.origin === null ? null : new URL(caller.origin).hostname;
      const { name: appName } = app.settings;
      await challenges.codes.send(toRecipient(app, to, caller.network), (code) =>
        world.smsSender.send({ to, text: composeCodeSms({ appName, code, host }) }),
      );
      return { success: true };
    }),

    implement(smsRoutes.authenticate, async ({ app, body, caller }) => {
      // Asked before the code is burnt, so that a refusal costs no code.
      admission.checkMethod(app, 'sms');
      const { phoneNumber, code } = body;
      const claim = { app, phoneNumber, network: caller.network, code };
      const proof = await provePhone({ admission, challenges }, claim);
      const mode = body.mode ?? 'login-or-sign-up';
      const { userId, isNewUser } = await admission.admit(app, proof, { mode });
      return sessions.start({ app, userId, isNewUser, accountType: 'phone', caller });
    }),
  ],
  prove: (_, { admission, challenges }, { app, body, network }) =>
    provePhone({ admission, challenges }, { app, phoneNumber: body.phoneNumber, network, code: body.code }),
};

interface PhoneClaim {
  app: App;
  /** In any writing. */
  phoneNumber: string;
  network: string;
  code: string;
}

/** The account that a number is. */
const toAccount = (phoneNumber: string) => ({ type: 'phone', subject: phoneNumber }) as const;

const toRecipient = (app: App, recipient: string, network: string) =>
  ({ appId: app.id, channel: 'sms', recipient, purpose: 'login', network }) as const;

/**
 * Proves that somebody reads what is sent to a number; of the app's test account, by the code that it always has.
 *
 * @throws ServiceError `invalid_credentials` for a wrong, expired, superseded, exhausted or used code
 */
async function provePhone(
  { admission, challenges }: Pick<MethodRooms, 'admission' | 'challenges'>,
  { app, network, code, ...claim }: PhoneClaim,
): Promise<Proof> {
  const phoneNumber = readPhoneNumber(claim.phoneNumber, app.settings.sms_regions);
  const account = toAccount(phoneNumber);
  const testCode = admission.findTestCode(app, account);
  if (testCode === null) await challenges.codes.consume(toRecipient(app, phoneNumber, network), code);
  else if (!isEqual(sha256(code), sha256(testCode))) fail('invalid_credentials');
  return { method: 'sms', account: { ...account, details: { phoneNumber } } };
}
