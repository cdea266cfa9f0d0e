/**
 * Modal in the host's page: host element, shadow root, dialog, drawer or panel, header and footer. It shows the screen
 * that the flow names and knows none by name; closing goes through the flow. The provider loads this module when the
 * modal is first opened, so that a page's start-up contains none of it.
 */
export { createModal, type Modal } from './createModal.tsx';
export { createServices } from './createServices.ts';
export { furnishHost } from './host.ts';
export { ModalContent } from './ModalContent.tsx';
export type { ReturnListener } from './resume.ts';
