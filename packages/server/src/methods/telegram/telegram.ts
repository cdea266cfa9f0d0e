import { fail, telegramRoutes, transferRoutes } from '@latchkey/wire';
import type { App } from '../../apps/index.ts';
import { implement } from '../../http/index.ts';
import { linkAccount, unlinkAccount } from '../linking.ts';
import type { Method } from '../method.ts';
import { transferAccount } from '../transfer.ts';
import { checkTelegram, proveTelegram } from './proveTelegram.ts';
import { toAccount } from './toAccount.ts';

const method = 'telegram';

/** Login with what Telegram signed: for its widget, a login-url button or a mini app (L§4, L§7). */
export const telegram: Method<'telegram'> = {
  id: method,
  routes: (world, rooms) => [
    implement(telegramRoutes.authenticate, async ({ app, body, caller }) => {
      const { admission, captcha, sessions } = rooms;
      await captcha.check({ app, action: 'login', token: body.captcha_token, caller });
      // Asked before the data is used up, so that a refusal costs none.
      admission.checkMethod(app, method);
      sessions.checkCaller(app, caller);
      const proof = await proveTelegram(world, rooms, { app, data: body, network: caller.network });
      return admission.logIn(app, proof, { mode: body.mode ?? 'login-or-sign-up', caller });
    }),
    implement(telegramRoutes.link, async ({ app, body, caller }) => {
      checkLinking(app);
      const claim = { app, data: body, network: caller.network };
      return linkAccount(rooms, { app, caller, method, account: toAccount(body) }, () =>
        proveTelegram(world, rooms, claim),
      );
    }),
    implement(telegramRoutes.unlink, ({ app, body, caller }) =>
      unlinkAccount(rooms, { app, caller, account: { type: 'telegram', subject: body.telegram_user_id } }),
    ),
    implement(transferRoutes.telegram, ({ app, body: { nonce, ...data }, caller }) => {
      checkLinking(app);
      const { subject } = toAccount(data);
      // What was signed was used up by the link, and so is only read again.
      const proveAgain = () => checkTelegram(world, rooms, { app, data });
      return transferAccount(rooms, { app, caller, nonce, method, subject, proveAgain });
    }),
  ],
  prove: (world, rooms, { app, body, caller }) =>
    proveTelegram(world, rooms, { app, data: body, network: caller.network }),
};

function checkLinking({ settings }: App): void {
  if (!settings.telegram_auth_config?.link_enabled) fail('disallowed_login_method');
}
