import type { ServiceError } from '@latchkey/wire';
import { createContext } from 'react';

/** How the session follows the host's own sign-in. */
export interface CustomAuthState {
  /** `initial` also where the app or the host has it off, or the host does not know yet who is signed in. */
  readonly status: 'initial' | 'loading' | 'done' | 'error';
  /** Why `status` is `error`; else null. */
  readonly error: ServiceError | null;
}

export const calmCustomAuth: CustomAuthState = { status: 'initial', error: null };

/** Told by the provider, which follows; apart from the binding, because it changes. */
export const CustomAuthContext = createContext(calmCustomAuth);
