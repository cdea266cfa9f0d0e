/** The views of this room, which are loaded when the first of them is shown: few visits need any (`screens.ts`). */
export { AutomaticView } from './AutomaticView.tsx';
export { CloudView } from './CloudView.tsx';
export { PasswordRecoveryView } from './PasswordRecoveryView.tsx';
export { PasskeysView } from './passkeys/PasskeysView.tsx';
export { SelectionView } from './SelectionView.tsx';
export { UpdateSplashView } from './UpdateSplashView.tsx';
export { WizardView } from './wizard/WizardView.tsx';
