/**
 * The languages of the modal: English stands in the screens' own files, every other one is a file here, loaded when it
 * is first wanted. The modal asks for the language of the settings; the room asks `ui` for how words are put together.
 */
export { useLanguage } from './useLanguage.ts';
