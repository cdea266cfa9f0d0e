/** Parts of the modal for the gallery. Not an entry of the package. */
export type { Entry, Flow } from './flow/index.ts';
export { createServices, furnishHost, ModalContent } from './modal/index.ts';
export type { PropsOf, ScreenName, Services } from './screens/index.ts';
export { modalLanguages } from './texts/index.ts';
