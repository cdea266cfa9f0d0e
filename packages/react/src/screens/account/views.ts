/** The views of this room, which are loaded when the first of them is shown: no login needs any (`screens.ts`). */
export { AccountCodeView } from './AccountCodeView.tsx';
export { accountViews } from './AccountView.tsx';
export { LinkConflictView } from './LinkConflictView.tsx';
