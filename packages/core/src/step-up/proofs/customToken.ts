import { customTokenKey } from '../../storage/index.ts';
import type { FindProof } from './findProof.ts';

/** A token of the host's own session. One that began otherwise is none of the host's. */
export const findCustomToken: FindProof = async ({ getCustomToken, options, storage }) => {
  if (!getCustomToken || storage.find(customTokenKey(options.appId)) === null) return null;
  const token = await getCustomToken();
  return token ? { method: 'custom-token', token } : null;
};
