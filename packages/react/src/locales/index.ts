/**
 * Languages of the modal. English stands in the screens' own files; every other language is one file here, loaded when
 * it is first needed. The modal loads the language of the settings. Uses `ui` for the functions that join words.
 */
export { useLanguage } from './useLanguage.ts';
