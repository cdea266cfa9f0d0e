/**
 * What each login method that screens offer shows on the landing. The list is complete by type: such a method that the
 * wire knows and this list does not have does not compile. The landing puts the entries in the app's order;
 * passkey has a button of its own there.
 */
import type { OfferedMethodId } from '@latchkey/wire';
import type { ComponentType } from 'react';
import type { LandingExits } from '../landing/LandingScreen.tsx';
import type { Exit } from '../screen.ts';
import { EmailEntry } from './email/EmailEntry.tsx';
import { FarcasterEntry } from './farcaster/FarcasterEntry.tsx';
import { SmsEntry } from './sms/SmsEntry.tsx';
import { SocialEntry } from './social/SocialEntry.tsx';
import { TelegramEntry } from './telegram/TelegramEntry.tsx';

export interface MethodEntryProps {
  /** The method as settings name it: a provider of social login by its own name. */
  readonly name: string;
  /** Whether only users who have an account get in. */
  readonly disableSignup: boolean;
  /** The address or number that was typed before, or nothing. */
  readonly typed: string;
  /** One input at a time shows itself; the others are buttons that open theirs (LAND-14). */
  readonly isActive: boolean;
  onActivate(): void;
  /** Whether the input takes the focus as it appears, because the person opened it. */
  readonly takesFocus: boolean;
  /** A word at the row's end, such as 'Recent' (LAND-06). */
  readonly badge: string | undefined;
  readonly exit: Exit<LandingExits>;
}

export const methodEntries = {
  email: EmailEntry,
  farcaster: FarcasterEntry,
  oauth: SocialEntry,
  sms: SmsEntry,
  telegram: TelegramEntry,
} as const satisfies Record<Exclude<OfferedMethodId, 'passkey'>, ComponentType<MethodEntryProps>>;
