import { smsRoutes } from '@latchkey/wire';
import { implement } from '../../http/index.ts';
import { linkingUser, purposeOf } from '../changes/admitAccountChange.ts';
import type { Method } from '../method.ts';
import { phoneChanges } from './changePhone.ts';
import { composeCodeSms } from './message.ts';
import { readNumber, toPhoneAccount, toPhoneRecipient } from './phoneAccount.ts';

export const sms: Method<'sms'> = {
  id: 'sms',
  routes: (world, { admission, captcha, challenges, mfa, newNumbers, sessions, users }) => [
    ...phoneChanges({ admission, challenges, mfa, sessions, users }),

    // An attacker must not learn if a number has an account, so the answer is the same with and without an account
    // (S30).
    implement(smsRoutes.sendCode, async ({ app, body, caller }) => {
      const to = readNumber(admission, app, body.phoneNumber);
      const account = toPhoneAccount(to);
      const purpose = await purposeOf({ admission, sessions }, { app, caller, account });
      const asked = {
        ...toPhoneRecipient({ app, network: caller.network, purpose }, to),
        requestId: body.request_id,
      };
      // Comes before the captcha and the counts. A request that is repeated because its answer was lost has already
      // passed them.
      if (await challenges.codes.isAnswered(asked)) return { success: true };
      const hasPassedCaptcha = await captcha.check({ app, action: 'login', token: body.token, caller });
      const isSent = await admission.checkSend(app, { method: 'sms', account });
      // No text is sent to the test account, whose code never changes, nor to any number that could be a test
      // account.
      if (!isSent) return { success: true };
      const host = caller.origin === null ? null : new URL(caller.origin).hostname;
      const { name: appName } = app.settings;
      const send = () =>
        challenges.codes.send({ ...asked, hasPassedCaptcha }, (code) =>
          world.smsSender.send({ to, text: composeCodeSms({ appName, code, host, purpose }) }),
        );
      const userId = linkingUser(purpose);
      if (userId === null) await send();
      else await newNumbers.send({ app, userId, phoneNumber: to, caller, token: body.token }, send);
      return { success: true };
    }),

    implement(smsRoutes.authenticate, async ({ app, body, caller }) => {
      // Checked before the code is consumed, so a refusal does not use it up.
      admission.checkMethod(app, 'sms');
      sessions.checkCaller(app, caller);
      const { code, mode } = body;
      const number = readNumber(admission, app, body.phoneNumber);
      const to = toPhoneRecipient({ app, network: caller.network, purpose: 'login' }, number);
      return admission.logInByCode(app, { to, code, mode: mode ?? 'login-or-sign-up', caller });
    }),
  ],
  async prove(_, { admission }, { app, body, caller: { network } }) {
    const number = readNumber(admission, app, body.phoneNumber);
    const to = toPhoneRecipient({ app, network, purpose: 'login' }, number);
    return admission.proveCode(app, { to, code: body.code });
  },
};
