import type { CreateOnLogin } from '@latchkey/wire';
import type { LoginMethodName } from './options.ts';

/** The app's settings as the client uses them: the served config and the host's wishes, joined once. */
export interface AppSettings {
  readonly id: string;
  readonly name: string;
  readonly legal: {
    readonly termsAndConditionsUrl: string | null;
    readonly privacyPolicyUrl: string | null;
    readonly requireUsersAcceptTerms: boolean;
  };
  readonly appearance: {
    readonly theme: 'light' | 'dark' | 'system';
    readonly accentColor: string | null;
    /** Address of the logo, or an element that the host made. */
    readonly logo: string | Element | null;
    readonly landingHeader: string;
    readonly loginMessage: string | null;
  };
  readonly loginMethods: readonly LoginMethodName[];
  readonly embeddedWallets: {
    readonly createOnLogin: CreateOnLogin;
    readonly noPromptOnSignature: boolean;
  };
  readonly intl: { readonly defaultCountry: string };
  readonly render: { readonly standalone: boolean };
}
