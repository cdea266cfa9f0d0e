import { emailRoutes } from '@latchkey/wire';
import { implement } from '../../http/index.ts';
import type { Method } from '../method.ts';
import { proveEmail } from './proveEmail.ts';
import { sendCode } from './sendCode.ts';

/** Login with a code sent by e-mail (L§4, L§7). */
export const email: Method<'email'> = {
  id: 'email',
  routes: (world, { admission, challenges, sessions }) => [
    implement(emailRoutes.sendCode, async ({ app, body, caller }) => {
      admission.checkMethod(app, 'email');
      await sendCode(world, challenges, { app, address: body.email, network: caller.network });
      return { success: true };
    }),

    implement(emailRoutes.authenticate, async ({ app, body, caller }) => {
      // Asked before the code is burnt, so that a refusal costs no code.
      admission.checkMethod(app, 'email');
      const { network } = caller;
      const proof = await proveEmail(challenges, { app, address: body.email, network, code: body.code });
      const mode = body.mode ?? 'login-or-sign-up';
      const { userId, isNewUser } = await admission.admit(app, proof, { mode });
      return sessions.start({ app, userId, isNewUser, accountType: 'email', caller });
    }),
  ],
  prove: (_, { challenges }, { app, body, network }) =>
    proveEmail(challenges, { app, address: body.email, network, code: body.code }),
};
