import type { Environment } from '../environment.ts';
import type { KeyStore } from '../storage/index.ts';
import { takeParameters } from './takeParameters.ts';

/**
 * Removes `privy_token` from the page's address, and stores its value. The client begins a session with it, unless a
 * stored session can be renewed.
 */
export function takeForkedToken(page: Environment['window'], storage: KeyStore): void {
  const token = takeParameters(page, 'privy_token')?.privy_token;
  if (token) storage.set('forkedToken', token);
}
