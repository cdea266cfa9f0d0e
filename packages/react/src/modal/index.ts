/**
 * The modal on the page: host element, shadow root, dialog or drawer or panel, header and footer. It shows the screen
 * that the flow names and knows none by name; closing goes through the flow. The provider loads this room when the modal
 * is first wanted, so nothing of it is part of a page's start-up.
 */
export { createModal, type Modal } from './createModal.tsx';
export { createServices } from './createServices.ts';
export { furnishHost } from './host.ts';
export type { ReturnListener } from './resume.ts';
export type { ModalTexts } from './texts.ts';
export { Visit } from './Visit.tsx';
