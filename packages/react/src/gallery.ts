/**
 * The modal's parts for the gallery, which shows every screen in every state. No entry of the package: the gallery alone
 * imports it.
 */
export type { Entry, Flow } from './flow/index.ts';
export { createServices, furnishHost, ModalContent } from './modal/index.ts';
export type { PropsOf, ScreenName, Services } from './screens/index.ts';
export { modalLanguages } from './texts/index.ts';
