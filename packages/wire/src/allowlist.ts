import * as v from 'valibot';
import { feature } from './feature.ts';
import { readTypedNumber } from './phone-number.ts';
import { route } from './route.ts';
import type { InputOf, OutputOf } from './schema.ts';
import { isEmail, readTypedEmail, toTyped } from './typed.ts';

/** What an allowlist may name. `domain` lets in every e-mail address of one host, and of no host below it. */
export const allowlistTypes = ['domain', 'email', 'phone', 'wallet'] as const;
export type AllowlistType = (typeof allowlistTypes)[number];

/** Of a wallet that is a contract with the chain on which it stands: on another one it may be another user's. */
const ethereumWallet = /^0x[0-9a-f]{40}(?:@eip155:[1-9]\d{0,15})?$/i;

/**
 * The form in which an entry is stored and compared, or null for what is no value of its type: e-mail addresses and
 * domains lower-cased, numbers as E.164, Ethereum addresses lower-cased, Solana addresses as they are.
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

/** An entry, with the names that published server SDKs read. */
export const allowlistEntrySchema = () =>
  v.object({
    id: v.string(),
    type: v.picklist(allowlistTypes),
    value: v.string(),
    appId: v.string(),
    /** Time of the first sign-up by it, in Unix seconds. */
    acceptedAt: v.nullable(v.number()),
  });
export type AllowlistEntry = OutputOf<typeof allowlistEntrySchema>;

export const allowlistEntriesSchema = () => v.array(allowlistEntrySchema());
export type AllowlistEntries = OutputOf<typeof allowlistEntriesSchema>;

export const removedAllowlistEntrySchema = () =>
  v.object({ ...allowlistEntrySchema().entries, message: v.string() });
export type RemovedAllowlistEntry = OutputOf<typeof removedAllowlistEntrySchema>;

/** Who may use the app while `allowlist_enabled` is on (docs/wire/protocol.md §2.14). */
export const allowlistRoutes = {
  list: /* @__PURE__ */ route<undefined, AllowlistEntries>({
    ...facts,
    name: 'allowlist.list',
    method: 'GET',
    retry: 'safe',
    codes: ['invalid_app_secret'],
    summary: 'All entries of the allowlist, oldest first.',
  }),
  add: /* @__PURE__ */ route<AllowlistBody, AllowlistEntry>({
    ...facts,
    name: 'allowlist.add',
    method: 'POST',
    codes: ['invalid_app_secret'],
    summary: 'Puts an e-mail address, a domain, a phone number or a wallet address on the allowlist.',
  }),
  remove: /* @__PURE__ */ route<AllowlistBody, RemovedAllowlistEntry>({
    ...facts,
    name: 'allowlist.remove',
    method: 'DELETE',
    codes: ['invalid_app_secret', 'not_found'],
    summary: 'Takes an entry off the allowlist. Sessions that were begun go on.',
  }),
} as const;

/** The allowlist of an app. */
export const allowlistFeature = () =>
  feature('allowlist', allowlistRoutes, {
    list: { body: null, reply: allowlistEntriesSchema() },
    add: { body: allowlistBodySchema(), reply: allowlistEntrySchema() },
    remove: { body: allowlistBodySchema(), reply: removedAllowlistEntrySchema() },
  });
