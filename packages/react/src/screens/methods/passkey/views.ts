/** The views of this room, which are loaded when the first of them is shown (`screens.ts`). */
export { LinkPasskeyView } from './LinkPasskeyView.tsx';
export { PasskeyLoginView } from './PasskeyLoginView.tsx';
