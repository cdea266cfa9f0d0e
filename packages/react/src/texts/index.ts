/**
 * Texts of the modal in its languages, generated from the catalogues in `messages/`. English texts come with the screen
 * that shows them. Each other language is one module, loaded when it is first needed.
 */
export { modalLanguages } from './generated/languages.ts';
export { useLanguage } from './useLanguage.ts';
export { LanguageContext, TextsContext, useTexts } from './useTexts.ts';
