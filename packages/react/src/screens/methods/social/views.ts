/** The views of this room, which are loaded when the first of them is shown: few visits need any (`screens.ts`). */
export { InAppView } from './InAppView.tsx';
export { OAuthView } from './OAuthView.tsx';
