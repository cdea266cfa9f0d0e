import { listRecoveryPasskeys, type RecoveryPasskey } from '@latchkey/core/login';
import { useEffect, useState } from 'react';
import { useServices } from '../../services.ts';
import { useTask } from '../../useTask.ts';

/** The passkeys that open a wallet; null until they are known. */
export function usePasskeys(address: string | undefined) {
  const { client } = useServices();
  const [passkeys, setPasskeys] = useState<readonly RecoveryPasskey[] | null>(null);
  const { run, error } = useTask({
    work: () => listRecoveryPasskeys(client),
    onDone: (all) =>
      setPasskeys(all.filter(({ addresses }) => address === undefined || addresses.includes(address))),
  });
  useEffect(run, [run]);
  return { passkeys, error, refresh: run };
}
