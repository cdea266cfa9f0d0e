import { emailRoutes } from '@latchkey/wire';
import { implement } from '../../http/index.ts';
import { purposeOf } from '../changes/admitAccountChange.ts';
import type { Method } from '../method.ts';
import { emailChanges } from './changeEmail.ts';
import { sendCode, toEmailAccount, toEmailRecipient } from './sendCode.ts';

export const email: Method<'email'> = {
  id: 'email',
  routes: (world, { admission, captcha, challenges, mfa, sessions, users }) => [
    ...emailChanges({ admission, challenges, mfa, sessions, users }),

    implement(emailRoutes.sendCode, async ({ app, body, caller }) => {
      const account = toEmailAccount(body.email);
      const purpose = await purposeOf({ admission, sessions }, { app, caller, account });
      const { email: address, request_id: requestId } = body;
      const claim = { app, address, network: caller.network, purpose, requestId };
      // Comes before the captcha check. A request that is repeated because its answer was lost has already consumed
      // its captcha token.
      if (await challenges.codes.isAnswered(toEmailRecipient(claim))) return { success: true };
      const hasPassedCaptcha = await captcha.check({ app, action: 'login', token: body.token, caller });
      const isSent = await admission.checkSend(app, { method: 'email', account });
      // No mail is sent to the test account, whose code never changes, nor to any address that could be a test
      // account.
      if (isSent) await sendCode(world, challenges, { ...claim, hasPassedCaptcha });
      return { success: true };
    }),

    implement(emailRoutes.authenticate, async ({ app, body, caller }) => {
      // Checked before the code is consumed, so a refusal does not use it up.
      admission.checkMethod(app, 'email');
      sessions.checkCaller(app, caller);
      const { email: address, code, mode } = body;
      const to = toEmailRecipient({ app, address, network: caller.network, purpose: 'login' });
      return admission.logInByCode(app, { to, code, mode: mode ?? 'login-or-sign-up', caller });
    }),
  ],
  prove: (_, { admission }, { app, body: { email: address, code }, caller: { network } }) =>
    admission.proveCode(app, { to: toEmailRecipient({ app, address, network, purpose: 'login' }), code }),
};
