import type { ModalTexts } from '../modal/index.ts';
import type { ScreenTexts } from '../screens/index.ts';
import type { PartTexts, Translated } from '../ui/index.ts';

/**
 * A whole translation: the words of every part of the modal. English stands where it is used; a part that is added
 * without its words in every language does not compile.
 */
export type Locale = Translated<ModalTexts & ScreenTexts & PartTexts>;
