/** A place where people read texts: what of the catalogues it takes, and where its printed modules are. */
export interface Surface {
  /** Folder of the printed modules, from the root. */
  readonly folder: string;
  /**
   * `parts`: English as one module per part, so that a screen brings its own alone, and each other language as one module.
   * `languages`: one module per language. `together`: all languages in one module. `english`: English alone.
   */
  readonly layout: 'parts' | 'languages' | 'together' | 'english';
}

/** The surfaces by their name in the catalogues. Alphabetical. */
export const surfaces: Readonly<Record<string, Surface>> = {
  approve: { folder: 'packages/frame/src/approve/generated', layout: 'languages' },
  // The service does not know a person's language.
  codeMail: { folder: 'packages/server/src/methods/email/generated', layout: 'english' },
  codeSms: { folder: 'packages/server/src/methods/sms/generated', layout: 'english' },
  export: { folder: 'packages/frame/src/export/generated', layout: 'languages' },
  hosted: { folder: 'apps/hosted/src/page/texts/generated', layout: 'languages' },
  modal: { folder: 'packages/react/src/texts/generated', layout: 'parts' },
  notices: { folder: 'packages/server/src/safeguards/notices/generated', layout: 'english' },
  // A browser that is too old for the modal loads nothing more.
  outdated: { folder: 'packages/react/src/modal/generated', layout: 'together' },
  passkey: { folder: 'packages/frame/src/passkey/popup/generated', layout: 'languages' },
};
