import { type AllowlistEntry, allowlistRoutes, fail } from '@latchkey/wire';
import type { Audit } from '../../audit/index.ts';
import { randomId } from '../../crypto/index.ts';
import { type Implementation, implement } from '../../http/index.ts';
import type { World } from '../../world.ts';
import type { App } from '../index.ts';
import { type AllowlistKey, createAllowlistStore } from './store.ts';
import type { AllowlistRow } from './table.ts';

/** An account as the allowlist looks at it: its type, and what is unique about it. */
interface Candidate {
  type: string;
  subject: string;
  /** An e-mail address that the account's provider verified. */
  email?: string | null;
}

export interface Allowlist {
  readonly routes: Implementation[];
  /** Tells whether an account may use the app: the app has no allowlist on, or the account, or its domain, is on it. */
  isAllowed(app: App, account: Candidate): Promise<boolean>;
  /** Notes that someone signed up by an entry. */
  accept(app: App, account: Candidate): Promise<void>;
}

/** Makes the allowlist of all apps: its entries are asked for at every login of an app that has it on, never cached. */
export function createAllowlist(world: World, { audit }: { audit: Audit }): Allowlist {
  const { clock, database, random } = world;
  const store = createAllowlistStore(database);

  return {
    async isAllowed(app, account) {
      if (!app.settings.allowlist_enabled) return true;
      return store.has(app.id, keysOf(account));
    },
    async accept(app, account) {
      if (app.settings.allowlist_enabled) await store.accept(app.id, keysOf(account), clock.now());
    },
    routes: [
      implement(allowlistRoutes.list, async ({ app, params }) => {
        checkPath(app, params);
        return (await store.list(app.id)).map(toEntry);
      }),
      implement(allowlistRoutes.add, async ({ app, body, params }) => {
        checkPath(app, params);
        const entry = { appId: app.id, ...body, entryId: randomId(random), acceptedAtMs: null };
        return database.transaction(async (tx) => {
          const { row, isNew } = await store.add(tx, { ...entry, createdAtMs: clock.now() });
          if (isNew) await audit.record(tx, app.id, eventOf('allowlist.added', row));
          return toEntry(row);
        });
      }),
      implement(allowlistRoutes.remove, async ({ app, body, params }) => {
        checkPath(app, params);
        return database.transaction(async (tx) => {
          const row = await store.remove(tx, app.id, body);
          if (!row) fail('not_found', { message: 'This is not on the allowlist' });
          await audit.record(tx, app.id, eventOf('allowlist.removed', row));
          return { ...toEntry(row), message: 'Removed from the allowlist' };
        });
      }),
    ],
  };
}

/** The entries that would let an account in. Accounts of other types cannot be listed. */
function keysOf({ type, subject, email }: Candidate): AllowlistKey[] {
  const address = type === 'email' ? subject : email?.toLowerCase();
  if (address) {
    const domain = address.slice(address.lastIndexOf('@') + 1);
    return [
      { type: 'email', value: address },
      { type: 'domain', value: domain },
    ];
  }
  return type === 'phone' || type === 'wallet' ? [{ type, value: subject }] : [];
}

/** A secret opens its own app only. */
function checkPath(app: App, params: Readonly<Record<string, string>>): void {
  if (params.id !== app.id) fail('invalid_app_secret');
}

/** The log tells that there was an entry, not whom it names. */
function eventOf(kind: 'allowlist.added' | 'allowlist.removed', row: AllowlistRow) {
  const actor = { type: 'app', id: row.appId } as const;
  return { kind, userId: null, actor, subject: row.entryId, details: { type: row.type } };
}

function toEntry(row: AllowlistRow): AllowlistEntry {
  return {
    id: row.entryId,
    type: row.type,
    value: row.value,
    appId: row.appId,
    acceptedAt: row.acceptedAtMs === null ? null : Math.floor(row.acceptedAtMs / 1000),
  };
}
