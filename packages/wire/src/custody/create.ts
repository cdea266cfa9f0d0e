import * as v from 'valibot';
import { custodyCodes } from '../codes.ts';
import { parentOrigin } from '../fields.ts';
import { route } from '../route.ts';
import type { InputOf, OutputOf } from '../schema.ts';
import { changeEntries, claimedWallet, custodyWalletSchema, entropyKinds, id128, part } from './fields.ts';
import { recoverySetSchema } from './recoveryMaterial.ts';

const newEntropyEntries = () =>
  ({
    parent_origin: parentOrigin(),
    request_id: id128(),
    entropy_uid: id128(),
    wallets: v.pipe(v.array(claimedWallet(v.literal(0))), v.length(1)),
    device: v.strictObject({ device_id: id128(), auth_part: part() }),
    recovery: recoverySetSchema(v.literal(1)),
  }) as const;

export const createWalletBodySchema = () => v.strictObject(newEntropyEntries());
export type CreateWalletBody = OutputOf<typeof createWalletBodySchema>;
export const createWalletReplySchema = () =>
  v.object({
    /**
     * False if the entropy exists already: a parallel request was first, or the user has a wallet on the other chain.
     * The reply then has that entropy, and the frame drops its own.
     */
    created: v.boolean(),
    entropy_uid: v.string(),
    wallets: v.array(custodyWalletSchema()),
  });
export type CreateWalletReply = OutputOf<typeof createWalletReplySchema>;

const newEntropyCodes = [
  ...custodyCodes,
  'embedded_wallet_already_exists',
  'idempotency_mismatch',
  'linked_to_another_user',
  'not_supported',
] as const;

export const createWalletRoute = /* @__PURE__ */ route<CreateWalletBody, CreateWalletReply>({
  name: 'frame.create',
  method: 'POST',
  path: '/api/v1/frame/wallets/create',
  auth: 'frame',
  retry: 'safe',
  codes: newEntropyCodes,
  summary: 'Registers a new wallet: addresses, device pair and recovery pair, in one step.',
});

export const importWalletBodySchema = () =>
  v.strictObject({
    ...newEntropyEntries(),
    kind: v.picklist(entropyKinds.filter((kind) => kind !== 'created')),
  });
export type ImportWalletBody = OutputOf<typeof importWalletBodySchema>;

export const importWalletRoute = /* @__PURE__ */ route<ImportWalletBody, CreateWalletReply>({
  name: 'frame.import',
  method: 'POST',
  path: '/api/v1/frame/wallets/import',
  auth: 'frame',
  retry: 'safe',
  codes: newEntropyCodes,
  summary:
    'Registers a wallet from a key or phrase that the user already had, in the same way as a new wallet.',
});

export const addWalletBodySchema = () =>
  v.strictObject({
    ...changeEntries(),
    wallet: claimedWallet(v.pipe(v.number(), v.integer(), v.minValue(0))),
  });
export type AddWalletBody = InputOf<typeof addWalletBodySchema>;
export const addWalletReplySchema = () => v.object({ wallets: v.array(custodyWalletSchema()) });
export type AddWalletReply = OutputOf<typeof addWalletReplySchema>;

export const addWalletRoute = /* @__PURE__ */ route<AddWalletBody, AddWalletReply>({
  name: 'frame.add',
  method: 'POST',
  path: '/api/v1/frame/wallets/add',
  auth: 'frame',
  retry: 'safe',
  codes: [
    ...custodyCodes,
    'embedded_wallet_already_exists',
    'embedded_wallet_not_found',
    'idempotency_mismatch',
    'linked_to_another_user',
    'not_supported',
  ],
  summary:
    'Registers another wallet from the same entropy: the next index, or the first one on its other chain.',
});
