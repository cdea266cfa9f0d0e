import { fail, telegramRoutes } from '@latchkey/wire';
import type { App } from '../../apps/index.ts';
import { implement } from '../../http/index.ts';
import { linkVerified, unlinkAccount } from '../changes/changeAccounts.ts';
import { transferAccount } from '../changes/transfer.ts';
import type { Method } from '../method.ts';
import { telegramScript } from './loginScript.ts';
import { confirmByTelegram, useTelegram, verifyTelegram } from './verifyTelegram.ts';

const method = 'telegram';

/** Login with data that Telegram signed, from its widget, a login-url button or a mini app. */
export const telegram: Method<'telegram'> = {
  id: method,
  pages:
    ({ config }) =>
    async (request) =>
      telegramScript(config, request),
  routes: (world, deps) => [
    implement(telegramRoutes.authenticate, async ({ app, body, caller }) => {
      const { admission, captcha, sessions } = deps;
      await captcha.check({ app, action: 'login', token: body.captcha_token, caller });
      // Checked before the data is consumed, so a refusal does not use it up.
      admission.checkMethod(app, method);
      sessions.checkCaller(app, caller);
      const signed = await verifyTelegram(world, deps, { app, data: body });
      const proof = await useTelegram(world, deps, signed, caller.network);
      return admission.logIn(app, proof, { mode: body.mode ?? 'login-or-sign-up', caller });
    }),
    implement(telegramRoutes.link, async ({ app, body, caller }) => {
      checkLinking(app);
      return linkVerified(deps, { app, caller, method }, async () => {
        const signed = await verifyTelegram(world, deps, { app, data: body });
        return { account: signed.account, use: () => useTelegram(world, deps, signed, caller.network) };
      });
    }),
    implement(telegramRoutes.unlink, ({ app, body, caller }) =>
      unlinkAccount(deps, { app, caller, account: { type: 'telegram', subject: body.telegram_user_id } }),
    ),
    implement(telegramRoutes.transfer, ({ app, body: { nonce, ...data }, caller }) => {
      checkLinking(app);
      // The link call before this one has consumed the signed data, so it is only verified again.
      const readSubject = async () => (await verifyTelegram(world, deps, { app, data })).account.subject;
      return transferAccount(deps, { app, caller, nonce, method, readSubject });
    }),
  ],
  prove: async (world, deps, { app, body }) =>
    confirmByTelegram(world, deps, await verifyTelegram(world, deps, { app, data: body })),
};

function checkLinking({ settings }: App): void {
  if (!settings.telegram_auth_config?.link_enabled) fail('disallowed_login_method');
}
