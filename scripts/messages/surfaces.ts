/** A part of the product that shows texts: its messages in the catalogues, and its printed modules. */
export interface Surface {
  /** Folder of the printed modules, relative to the root. */
  readonly folder: string;
  /**
   * `parts`: English as one module per part, so a screen loads only its own, and every other language as one module.
   * `languages`: one module per language. `together`: all languages in one module. `english`: English only.
   */
  readonly layout: 'parts' | 'languages' | 'together' | 'english';
}

/** Surfaces by their name in the catalogues. */
export const surfaces: Readonly<Record<string, Surface>> = {
  approve: { folder: 'packages/frame/src/approve/generated', layout: 'languages' },
  // The service does not know the user's language.
  codeMail: { folder: 'packages/server/src/methods/email/generated', layout: 'english' },
  codeSms: { folder: 'packages/server/src/methods/sms/generated', layout: 'english' },
  export: { folder: 'packages/frame/src/export/generated', layout: 'languages' },
  hosted: { folder: 'apps/hosted/src/page/texts/generated', layout: 'languages' },
  modal: { folder: 'packages/react/src/texts/generated', layout: 'parts' },
  notices: { folder: 'packages/server/src/safeguards/notices/generated', layout: 'english' },
  // A browser that is too old for the modal loads no further files.
  outdated: { folder: 'packages/react/src/modal/generated', layout: 'together' },
  passkey: { folder: 'packages/frame/src/passkey/popup/generated', layout: 'languages' },
};
