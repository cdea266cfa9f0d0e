import { customTokenKey } from '../../storage/index.ts';
import type { FindProof } from './findProof.ts';

/** Returns a token of the host's own authentication, if the session follows it. */
export const findCustomToken: FindProof = async (session) => {
  const getCustomToken = session.customToken.get();
  if (!getCustomToken || session.page.storage.find(customTokenKey(session.page.options.appId)) === null)
    return null;
  const token = await getCustomToken();
  return token ? { method: 'custom-token', token } : null;
};
