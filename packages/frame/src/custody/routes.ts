import type { custodyRoutes, farcasterRoutes, Route } from '@latchkey/wire';

/** Paths of the custody routes. A test compares them with those of `@latchkey/wire`. */
export const custodyPaths = {
  context: '/api/v1/frame/context',
  verifyToken: '/api/v1/frame/token/verify',
  create: '/api/v1/frame/wallets/create',
  import: '/api/v1/frame/wallets/import',
  add: '/api/v1/frame/wallets/add',
  connect: '/api/v1/frame/wallets/connect',
  recover: '/api/v1/frame/wallets/recover',
  sendReleaseCode: '/api/v1/frame/wallets/recover/code',
  recoveryParameters: '/api/v1/frame/recovery/parameters',
  setRecovery: '/api/v1/frame/recovery/set',
  addRecoveryPasskey: '/api/v1/frame/recovery/passkeys/add',
  recoverByPasskey: '/api/v1/frame/recovery/passkeys/recover',
  enrolDevice: '/api/v1/frame/devices/enrol',
  export: '/api/v1/frame/wallets/export',
  openCloud: '/api/v1/frame/recovery/cloud',
  readChain: '/api/v1/frame/chain/read',
  farcasterSigner: '/api/v1/frame/farcaster/signer',
} as const;

/** Paths of custody operations that wire lists among Farcaster's routes. */
export const signerPaths = { signerInit: '/api/v1/farcaster/signer/init' } as const;

/** Bodies and replies of operations, taken from wire's routes. */
export type OperationsOf<Routes> = {
  [Act in keyof Routes]: Routes[Act] extends Route<infer Body, infer Reply>
    ? { body: Body; reply: Reply }
    : never;
};

export type CustodyOperations = OperationsOf<
  Omit<typeof custodyRoutes, 'context'> & Pick<typeof farcasterRoutes, keyof typeof signerPaths>
>;
