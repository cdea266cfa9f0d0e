/**
 * Texts of the modal in its languages, printed from the catalogues in `messages/`. English comes part by part with the
 * screen that shows it; any other language is one module, loaded when it is first needed. The modal and its parts use it.
 */
export { modalLanguages } from './generated/languages.ts';
export { useLanguage } from './useLanguage.ts';
export { LanguageContext, TextsContext, useTexts } from './useTexts.ts';
