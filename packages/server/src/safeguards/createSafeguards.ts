import type { Apps } from '../apps/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Challenges } from '../challenges/index.ts';
import type { RequesterNames } from '../cross-app/index.ts';
import { composeCodeMessage, composeCodeSms } from '../methods/index.ts';
import type { Sessions } from '../sessions/index.ts';
import type { Users } from '../users/index.ts';
import type { World } from '../world.ts';
import type { Safeguards } from './index.ts';
import { createNotices } from './notices/createNotices.ts';
import { listAddressRemovals, sweepRemovals } from './store.ts';
import { type CodeMessages, undoImplementations } from './undo/undoRoutes.ts';
import { createWatch } from './watch.ts';

export function createSafeguards(
  world: World,
  deps: {
    apps: Apps;
    audit: Audit;
    challenges: Challenges;
    requesterNames: RequesterNames;
    sessions: Sessions;
    users: Users;
  },
): Safeguards {
  const { clock, database } = world;
  const notices = createNotices(world, deps);
  const messages = createMessages(world);
  return {
    routes: undoImplementations(world, { ...deps, messages, notices }),
    notices,
    messages,
    idle: notices.idle,
    watch: createWatch(world, { ...deps, notices }),
    listRemoved: (db, owner) => listAddressRemovals(db, owner, clock.now()),
    async sweep() {
      await notices.sweep();
      await sweepRemovals(database.acrossApps, clock.now());
    },
  };
}

function createMessages({ mailer, smsSender }: World): CodeMessages {
  return {
    email:
      ({ recipient: to, purpose }, app) =>
      (code) =>
        mailer.send({ to, ...composeCodeMessage({ appName: app.settings.name, code, purpose }) }),
    sms:
      ({ recipient: to, purpose }, app, { origin }) =>
      (code) => {
        const host = origin === null ? null : new URL(origin).hostname;
        return smsSender.send({
          to,
          text: composeCodeSms({ appName: app.settings.name, code, host, purpose }),
        });
      },
  };
}
