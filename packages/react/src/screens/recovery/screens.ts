import { lazyView } from '../../ui/index.ts';
import { defineScreen, type Screen } from '../screen.ts';
import type { AutomaticExits, AutomaticProps } from './AutomaticView.tsx';
import type { CloudExits, CloudProps } from './CloudView.tsx';
import type { PasswordRecoveryExits, PasswordRecoveryProps } from './PasswordRecoveryView.tsx';
import type { PasskeysExits, PasskeysProps } from './passkeys/PasskeysView.tsx';
import type { SelectionExits, SelectionProps } from './SelectionView.tsx';
import type { UpdateSplashExits, UpdateSplashProps } from './UpdateSplashView.tsx';
import { hasBack, isCloseable, type WizardExits, type WizardProps } from './wizard/wizard.ts';

const views = () => import('./views.ts');

/** By which a password is made for a wallet: the one that is created, or one that is there. */
function defineWizard(name: string): Screen<WizardProps, WizardExits> {
  return defineScreen<WizardProps, WizardExits>({
    name,
    height: 'compact',
    header: { back: 'back', hasBack, closeable: isCloseable },
    View: lazyView(async () => (await views()).WizardView),
  });
}

export const passwordCreateScreen = defineWizard('EMBEDDED_WALLET_PASSWORD_CREATE_SCREEN');
export const passwordUpdateScreen = defineWizard('EMBEDDED_WALLET_PASSWORD_UPDATE_SCREEN');

export const updateSplashScreen = defineScreen<UpdateSplashProps, UpdateSplashExits>({
  name: 'EMBEDDED_WALLET_PASSWORD_UPDATE_SPLASH_SCREEN',
  height: 'compact',
  header: {},
  View: lazyView(async () => (await views()).UpdateSplashView),
});

export const passwordRecoveryScreen = defineScreen<PasswordRecoveryProps, PasswordRecoveryExits>({
  name: 'EMBEDDED_WALLET_PASSWORD_RECOVERY_SCREEN',
  height: 'compact',
  header: {},
  View: lazyView(async () => (await views()).PasswordRecoveryView),
});

export const selectionScreen = defineScreen<SelectionProps, SelectionExits>({
  name: 'EMBEDDED_WALLET_RECOVERY_SELECTION_SCREEN',
  height: 'compact',
  header: { closeable: ({ task }) => task.initiator === 'user' },
  View: lazyView(async () => (await views()).SelectionView),
});

export const automaticScreen = defineScreen<AutomaticProps, AutomaticExits>({
  name: 'EMBEDDED_WALLET_SET_AUTOMATIC_RECOVERY_SCREEN',
  height: 'compact',
  header: {},
  View: lazyView(async () => (await views()).AutomaticView),
});

export const cloudScreen = defineScreen<CloudProps, CloudExits>({
  name: 'EMBEDDED_WALLET_RECOVERY_OAUTH_SCREEN',
  height: 'compact',
  header: { back: 'back', hasBack: ({ previous }) => previous !== null },
  View: lazyView(async () => (await views()).CloudView),
});

export const recoveryPasskeysScreen = defineScreen<PasskeysProps, PasskeysExits>({
  name: 'RECOVERY_PASSKEYS_SCREEN',
  height: 'compact',
  header: {},
  View: lazyView(async () => (await views()).PasskeysView),
});
