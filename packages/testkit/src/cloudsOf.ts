import { cloudKitContainer, googleClient, type Sandbox } from '@latchkey/sandbox';
import type { Config } from '@latchkey/server';

/** What a service is configured with whose clouds are the sandbox's, where apps that have no client of their own share one. */
export function cloudsOf({ url }: Pick<Sandbox, 'url'>) {
  return {
    googleUrl: url,
    cloudKitUrl: url,
    sharedClouds: {
      googleClientId: googleClient.id,
      googleClientSecret: googleClient.secret,
      iCloudContainer: cloudKitContainer,
    },
  } as const satisfies Partial<Config>;
}
