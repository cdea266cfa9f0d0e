/** The part that speaks to people's own clouds. */
export { openDrive } from '../cloud/drive.ts';
export { openICloud } from '../cloud/icloud.ts';
