import type { headerTexts } from './Header.tsx';
import type { placeholderTexts } from './Placeholder.tsx';
import type { shellTexts } from './Shell.tsx';

/** The words of the modal's own parts in English. Alphabetical. */
export interface ModalTexts {
  header: typeof headerTexts;
  placeholder: typeof placeholderTexts;
  shell: typeof shellTexts;
}
