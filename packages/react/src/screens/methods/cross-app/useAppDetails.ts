import { type CrossAppDetails, loadCrossAppDetails } from '@latchkey/core';
import { useEffect, useState } from 'react';
import { useServices } from '../../services.ts';

/** What a page knows of another app: null until it is loaded, 'unknown' where it is not to be had. */
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
