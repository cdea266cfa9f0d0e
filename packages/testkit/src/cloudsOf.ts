import { cloudKitContainer, googleClient, type Sandbox } from '@latchkey/sandbox';
import type { Config } from '@latchkey/server';

/**
 * Returns the configuration of a service that uses the sandbox's clouds, with shared clients for apps without their
 * own.
 */
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
