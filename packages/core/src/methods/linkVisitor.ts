import { type BodyOf, fail, type LinkedAccount, oauthRoutes, type User } from '@latchkey/wire';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { type AccountChange, changeAccounts, guardLink } from './changes/index.ts';

interface VisitorInput {
  /** Who went to the provider. */
  readonly userId: string | null | undefined;
  readonly proof: BodyOf<typeof oauthRoutes.link>;
  readonly onReply: (reply: unknown) => void;
  readonly accountOf: (user: User) => LinkedAccount;
}

/**
 * Links the account at a provider, or of another app, that a person came back with.
 *
 * @throws ServiceError `must_be_authenticated` where another user is here now, and the codes of the route
 */
export function linkVisitor(
  client: LatchkeyClient,
  { userId, proof, onReply, accountOf }: VisitorInput,
): Promise<AccountChange> {
  return guardLink(
    () => {
      // Who logged in here meanwhile is another user, and did not ask for it.
      if (client.getState().user?.id !== userId) fail('must_be_authenticated');
    },
    async () => {
      const user = await changeAccounts(client, oauthRoutes.link, proof, onReply);
      return { user, account: accountOf(user) };
    },
  );
}
