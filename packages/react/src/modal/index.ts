/**
 * Modal in the host page: host element, shadow root, dialog, drawer or panel, header and footer. It shows the flow's
 * current screen and refers to no screen by name; closing goes through the flow.
 */
export { createModal, type Modal } from './createModal.tsx';
export { createServices } from './createServices.ts';
export { furnishHost } from './host.ts';
export { ModalContent } from './ModalContent.tsx';
export type { ReturnListener } from './resume.ts';
