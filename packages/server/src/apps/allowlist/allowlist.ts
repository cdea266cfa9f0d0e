import {
  type AllowlistBody,
  type AllowlistEntry,
  allowlistRoutes,
  fail,
  operatorAllowlistRoutes,
} from '@latchkey/wire';
import type { AppLookup } from '../../app.ts';
import { type Audit, operatorOrBackEnd } from '../../audit/index.ts';
import { randomId } from '../../crypto/index.ts';
import { type ActInput, type Implementation, implement, implementOfApp } from '../../http/index.ts';
import type { World } from '../../world.ts';
import type { App } from '../index.ts';
import { type AllowlistKey, createAllowlistStore } from './store.ts';
import type { AllowlistRow } from './table.ts';

interface Candidate {
  type: string;
  subject: string;
  /** Email address that the account's provider verified. */
  email?: string | null;
}

export interface Allowlist {
  readonly routes: Implementation[];
  /**
   * Returns true if an account may use the app: the allowlist is off, or has the account's email address or its domain,
   * its phone number or its wallet.
   */
  isAllowed(app: App, account: Candidate): Promise<boolean>;
  /** Records the first sign-up with each entry that admits an account. */
  accept(app: App, account: Candidate): Promise<void>;
}

/**
 * Creates the allowlists of all apps. Each check reads the entries from the database, so a removal counts from the next
 * check on.
 */
export function createAllowlist(
  world: World,
  { apps, audit }: { apps: Pick<AppLookup, 'find'>; audit: Audit },
): Allowlist {
  const { clock, database, random } = world;
  const store = createAllowlistStore(database);

  async function list({ app, params }: ActInput<unknown>): Promise<AllowlistEntry[]> {
    checkPath(app, params);
    return (await store.list(app.id)).map(toEntry);
  }

  async function add({ app, body, caller, params }: ActInput<AllowlistBody>): Promise<AllowlistEntry> {
    checkPath(app, params);
    const entry = { appId: app.id, ...body, entryId: randomId(random), acceptedAtMs: null };
    const actor = operatorOrBackEnd(caller.operator, app);
    return database.transaction(async (tx) => {
      const { row, isNew } = await store.add(tx, { ...entry, createdAtMs: clock.now() });
      if (isNew) await audit.record(tx, app.id, { kind: 'allowlist.added', actor, ...factsOf(row) });
      return toEntry(row);
    });
  }

  async function remove({ app, body, caller, params }: ActInput<AllowlistBody>) {
    checkPath(app, params);
    const actor = operatorOrBackEnd(caller.operator, app);
    return database.transaction(async (tx) => {
      const row = await store.remove(tx, app.id, body);
      if (!row) return fail('not_found', { message: 'This is not on the allowlist' });
      await audit.record(tx, app.id, { kind: 'allowlist.removed', actor, ...factsOf(row) });
      return { ...toEntry(row), message: 'Removed from the allowlist' };
    });
  }

  return {
    async isAllowed(app, account) {
      if (!app.settings.allowlist_enabled) return true;
      return store.has(app.id, keysOf(account));
    },
    async accept(app, account) {
      if (app.settings.allowlist_enabled) await store.accept(app.id, keysOf(account), clock.now());
    },
    routes: [
      implement(allowlistRoutes.list, list),
      implement(allowlistRoutes.add, add),
      implement(allowlistRoutes.remove, remove),
      implementOfApp(apps, operatorAllowlistRoutes.listOf, list),
      implementOfApp(apps, operatorAllowlistRoutes.addTo, add),
      implementOfApp(apps, operatorAllowlistRoutes.removeFrom, remove),
    ],
  };
}

/**
 * Returns the entries that would admit an account. Without an email address, only phone numbers and wallets can be
 * listed.
 */
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

function checkPath(app: App, params: Readonly<Record<string, string>>): void {
  if (params.id !== app.id) fail('invalid_app_secret');
}

/** Returns the facts of an event for the audit log, without the entry's value. */
const factsOf = (row: AllowlistRow) => ({
  userId: null,
  subject: row.entryId,
  details: { type: row.type },
});

function toEntry(row: AllowlistRow): AllowlistEntry {
  return {
    id: row.entryId,
    type: row.type,
    value: row.value,
    appId: row.appId,
    acceptedAt: row.acceptedAtMs === null ? null : Math.floor(row.acceptedAtMs / 1000),
  };
}
