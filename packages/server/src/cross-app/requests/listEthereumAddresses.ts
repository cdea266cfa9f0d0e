import { isEmbedded } from '@latchkey/wire';
import type { UserKey } from '../../userKey.ts';
import type { Users } from '../../users/index.ts';

/** Lists the addresses of a user's embedded Ethereum wallets, created ones before imported ones. */
export async function listEthereumAddresses(
  users: Pick<Users, 'findWireUser'>,
  user: UserKey,
): Promise<readonly string[]> {
  const wallets = ((await users.findWireUser(user))?.linked_accounts ?? [])
    .filter(isEmbedded)
    .filter(({ chain_type }) => chain_type === 'ethereum');
  return wallets
    .toSorted((one, other) => Number(one.imported === true) - Number(other.imported === true))
    .map(({ address }) => address);
}
