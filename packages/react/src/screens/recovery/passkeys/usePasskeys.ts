import { loadRecoveryPasskeys, type RecoveryPasskey } from '@latchkey/core';
import { useEffect, useState } from 'react';
import { useServices } from '../../services.ts';
import { useTask } from '../../useTask.ts';

/**
 * Lists the passkeys that open a wallet; without an address, all of the user's. Null until they are loaded. Listing
 * loads the code of the other operations, so a popup can open in the click handler.
 */
export function usePasskeys(address: string | undefined) {
  const { client } = useServices();
  const [passkeys, setPasskeys] = useState<readonly RecoveryPasskey[] | null>(null);
  const { run, error } = useTask({
    work: async () => (await loadRecoveryPasskeys()).listRecoveryPasskeys(client),
    onDone: (all) =>
      setPasskeys(all.filter(({ addresses }) => address === undefined || addresses.includes(address))),
  });
  useEffect(run, [run]);
  return { passkeys, error, refresh: run };
}
