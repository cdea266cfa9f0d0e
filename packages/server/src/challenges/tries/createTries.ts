import { deriveKey, keyedHash } from '../../crypto/index.ts';
import type { World } from '../../world.ts';
import type { Tries } from '../index.ts';
import { createTryStore } from './store.ts';

export function createTries({ clock, database, secret }: World): Tries & { sweep(): Promise<void> } {
  const pepper = deriveKey(secret, 'latchkey/tries/v1');
  const store = createTryStore(database);
  return {
    isRight({ appId, kind, network, given, expected }) {
      const hash = (...fields: string[]) => keyedHash(pepper, [kind, appId, ...fields]);
      return store.isRight({
        appId,
        kind,
        id: hash('network', network).toString('base64url'),
        given: hash('secret', ...given),
        expected: hash('secret', ...expected),
        nowMs: clock.now(),
      });
    },
    sweep: () => store.sweep(clock.now()),
  };
}
