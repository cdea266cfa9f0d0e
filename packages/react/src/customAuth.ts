import type { ServiceError } from '@latchkey/wire';
import { createContext } from 'react';

/** State of the login with the host app's own sign-in. */
export interface CustomAuthState {
  /**
   * `initial` until the client is ready, the app and the host have custom sign-in on, and the host's own sign-in has
   * loaded.
   */
  readonly status: 'initial' | 'loading' | 'done' | 'error';
  /** Cause if `status` is `error`, else null. */
  readonly error: ServiceError | null;
}

export const calmCustomAuth: CustomAuthState = { status: 'initial', error: null };

export const CustomAuthContext = createContext(calmCustomAuth);
