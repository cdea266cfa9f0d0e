import { type CrossAppDetails, loadCrossAppDetails } from '@latchkey/core';
import { useEffect, useState } from 'react';
import { useServices } from '../../services.ts';

/** Returns the details of another app: null until they are loaded, 'unknown' if they cannot be loaded. */
export function useAppDetails(appId: string): CrossAppDetails | 'unknown' | null {
  const { client } = useServices();
  const [details, setDetails] = useState<CrossAppDetails | 'unknown' | null>(null);
  useEffect(() => {
    let isLeft = false;
    loadCrossAppDetails(client, appId).then(
      (found) => isLeft || setDetails(found),
      () => isLeft || setDetails('unknown'),
    );
    return () => {
      isLeft = true;
    };
  }, [client, appId]);
  return details;
}
