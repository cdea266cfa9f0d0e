import * as v from 'valibot';
import { feature } from './feature.ts';
import { readTypedNumber } from './phone-number.ts';
import { route } from './route.ts';
import type { InputOf, OutputOf } from './schema.ts';
import { isEmail, readTypedEmail, toTyped } from './typed.ts';

/** Types of allowlist entries. `domain` admits every email address of one host, but not of its subdomains. */
export const allowlistTypes = ['domain', 'email', 'phone', 'wallet'] as const;
export type AllowlistType = (typeof allowlistTypes)[number];

/**
 * Ethereum address. The address of a contract wallet is followed by its chain: on another chain, the address may belong
 * to someone else.
 */
const ethereumWallet = /^0x[0-9a-f]{40}(?:@eip155:[1-9]\d{0,15})?$/i;

/**
 * Returns the form in which an entry is stored and compared, or null if the value does not fit its type. Email
 * addresses, domains and Ethereum addresses become lower case, numbers E.164; Solana addresses stay as they are.
 */
export function normalizeAllowlistValue(type: AllowlistType, value: string): string | null {
  const text = toTyped(value);
  switch (type) {
    case 'email':
      return isEmail(readTypedEmail(value)) ? readTypedEmail(value) : null;
    case 'domain': {
      const host = text.toLowerCase().replace(/^@/, '');
      return isEmail(`any@${host}`) ? host : null;
    }
    case 'phone': {
      const number = readTypedNumber(value) ?? '';
      return /^\+[1-9][0-9]{6,14}$/.test(number) ? number : null;
    }
    case 'wallet':
      if (ethereumWallet.test(text)) return text.toLowerCase();
      return /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text) ? text : null;
  }
}

const facts = {
  path: '/api/v1/apps/{id}/allowlist',
  auth: 'app-secret',
  retry: 'never',
} as const;

export const allowlistBodySchema = () =>
  v.pipe(
    v.object({ type: v.picklist(allowlistTypes), value: v.pipe(v.string(), v.maxLength(320)) }),
    v.forward(
      v.check(({ type, value }) => normalizeAllowlistValue(type, value) !== null, 'is no value of this type'),
      ['value'],
    ),
    v.transform(({ type, value }) => ({ type, value: normalizeAllowlistValue(type, value) ?? '' })),
  );
export type AllowlistBody = InputOf<typeof allowlistBodySchema>;

/** Allowlist entry, with the names that published server SDKs read. */
export const allowlistEntrySchema = () =>
  v.object({
    id: v.string(),
    type: v.picklist(allowlistTypes),
    value: v.string(),
    appId: v.string(),
    /** Time of the first sign-up with this entry, in Unix seconds. */
    acceptedAt: v.nullable(v.number()),
  });
export type AllowlistEntry = OutputOf<typeof allowlistEntrySchema>;

export const allowlistEntriesSchema = () => v.array(allowlistEntrySchema());
export type AllowlistEntries = OutputOf<typeof allowlistEntriesSchema>;

export const removedAllowlistEntrySchema = () =>
  v.object({ ...allowlistEntrySchema().entries, message: v.string() });
export type RemovedAllowlistEntry = OutputOf<typeof removedAllowlistEntrySchema>;

/** Routes for the list of users who may use the app while `allowlist_enabled` is on (docs/wire/protocol.md §2.14). */
export const allowlistRoutes = {
  list: /* @__PURE__ */ route<undefined, AllowlistEntries>({
    ...facts,
    name: 'allowlist.list',
    method: 'GET',
    retry: 'safe',
    codes: ['invalid_app_secret'],
    summary: 'Lists all entries of the allowlist, oldest first.',
  }),
  add: /* @__PURE__ */ route<AllowlistBody, AllowlistEntry>({
    ...facts,
    name: 'allowlist.add',
    method: 'POST',
    codes: ['invalid_app_secret'],
    summary: 'Adds an email address, a domain, a phone number or a wallet address to the allowlist.',
  }),
  remove: /* @__PURE__ */ route<AllowlistBody, RemovedAllowlistEntry>({
    ...facts,
    name: 'allowlist.remove',
    method: 'DELETE',
    codes: ['invalid_app_secret', 'not_found'],
    summary: 'Removes an entry from the allowlist. Existing sessions continue.',
  }),
} as const;

const operatorFacts = {
  path: '/api/v1/admin/apps/{id}/allowlist',
  auth: 'operator',
  role: 'support',
} as const;
const operatorCodes = ['missing_or_invalid_token', 'insufficient_role', 'app_not_found'] as const;

/** The same routes for the operator, without the app's secret. */
export const operatorAllowlistRoutes = {
  listOf: /* @__PURE__ */ route<undefined, AllowlistEntries>({
    ...operatorFacts,
    name: 'allowlist.listOf',
    method: 'GET',
    retry: 'safe',
    codes: operatorCodes,
    summary: "Lists all entries of an app's allowlist, oldest first.",
  }),
  addTo: /* @__PURE__ */ route<AllowlistBody, AllowlistEntry>({
    ...operatorFacts,
    name: 'allowlist.addTo',
    method: 'POST',
    retry: 'never',
    codes: operatorCodes,
    summary: "Adds an email address, a domain, a phone number or a wallet address to an app's allowlist.",
  }),
  removeFrom: /* @__PURE__ */ route<AllowlistBody, RemovedAllowlistEntry>({
    ...operatorFacts,
    name: 'allowlist.removeFrom',
    method: 'DELETE',
    retry: 'never',
    codes: [...operatorCodes, 'not_found'],
    summary: "Removes an entry from an app's allowlist. Existing sessions continue.",
  }),
} as const;

export const operatorAllowlistFeature = () =>
  feature('allowlist', operatorAllowlistRoutes, {
    listOf: { body: null, reply: allowlistEntriesSchema() },
    addTo: { body: allowlistBodySchema(), reply: allowlistEntrySchema() },
    removeFrom: { body: allowlistBodySchema(), reply: removedAllowlistEntrySchema() },
  });

export const allowlistFeature = () =>
  feature('allowlist', allowlistRoutes, {
    list: { body: null, reply: allowlistEntriesSchema() },
    add: { body: allowlistBodySchema(), reply: allowlistEntrySchema() },
    remove: { body: allowlistBodySchema(), reply: removedAllowlistEntrySchema() },
  });
