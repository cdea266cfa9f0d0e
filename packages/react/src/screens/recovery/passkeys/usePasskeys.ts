import { loadRecoveryPasskeys, type RecoveryPasskey } from '@latchkey/core';
import { useEffect, useState } from 'react';
import { useServices } from '../../services.ts';
import { useTask } from '../../useTask.ts';

/**
 * The passkeys that open a wallet; null until they are known. Listing loads what the other acts need, so that a popup
 * opens in the press itself.
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
