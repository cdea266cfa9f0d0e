import { type BodyOf, fail, type LinkedAccount, oauthRoutes, type User } from '@latchkey/wire';
import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import type { LoginResult } from '../session/index.ts';
import { type AccountChange, changeAccounts, guardLink } from './changes/index.ts';
import { type RecentLogin, rememberLogin } from './recentLogin.ts';

/** Answer with which a user returned from a provider or from another app. */
interface Visitor {
  readonly proof: BodyOf<typeof oauthRoutes.link>;
  /** Called with the service's reply, which may contain tokens of the provider. */
  readonly onReply: (reply: unknown) => void;
}

/** Logs in with the answer. @throws ServiceError the codes of the route */
export async function logInVisitor(
  client: LatchkeyClient,
  {
    method,
    disableSignup,
    proof,
    onReply,
  }: Visitor & { readonly method: RecentLogin['method']; readonly disableSignup: boolean },
): Promise<LoginResult> {
  const mode = disableSignup ? 'no-signup' : 'login-or-sign-up';
  let reply: unknown = null;
  const login = await contextsOf(client).session.authenticate(async (post) => {
    const answered = await post(oauthRoutes.authenticate, { body: { ...proof, mode } });
    reply = answered;
    return answered;
  });
  rememberLogin(client, { method });
  onReply(reply);
  return login;
}

/**
 * Links the account to the user who started the visit. @throws ServiceError `must_be_authenticated` unless that user
 * is signed in now, and the codes of the route
 */
export async function linkVisitor(
  client: LatchkeyClient,
  {
    userId,
    proof,
    onReply,
    accountOf,
  }: Visitor & {
    readonly userId: string | null | undefined;
    readonly accountOf: (user: User) => LinkedAccount;
  },
): Promise<AccountChange> {
  return guardLink(
    () => {
      // A user who has logged in here since the visit began did not request the link.
      if (client.getState().user?.id !== userId) fail('must_be_authenticated');
    },
    async () => {
      const user = await changeAccounts(client, oauthRoutes.link, proof, onReply);
      return { user, account: accountOf(user) };
    },
  );
}
