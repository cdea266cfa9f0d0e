/** Lazily loaded code for the user's own cloud. */
export { openDrive } from '../cloud/drive.ts';
export { openICloud } from '../cloud/icloud.ts';
