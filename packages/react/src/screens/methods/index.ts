/**
 * What each login method shows on the landing. The list is complete by type: a method that the wire knows and this list
 * does not have does not compile. The landing puts the entries in the app's order.
 */
import type { MethodId } from '@latchkey/wire';
import type { ComponentType } from 'react';
import type { LandingExits } from '../landing/LandingScreen.tsx';
import type { Exit } from '../screen.ts';
import { EmailEntry } from './email/EmailEntry.tsx';

export interface MethodEntryProps {
  /** The address that was typed before, or nothing. */
  readonly email: string;
  readonly exit: Exit<LandingExits>;
}

export const methodEntries = {
  email: EmailEntry,
} as const satisfies Record<MethodId, ComponentType<MethodEntryProps>>;
