/** Waits of the modal in milliseconds, each with the section that it comes from (docs/spec/decisions.md says which documents). */
export const timings = {
  /** From the screen being set to the dialog being open. L§2. */
  openDelayMs: 15,
  /** From close to the flow's state being cleared. L§2. */
  clearDelayMs: 200,
  /** From close to the landing showing its default view again. L§4. */
  landingResetMs: 150,
  /** A change of height. L§2, W§9; `shell.css.ts` uses the same number. */
  heightMs: 150,
  /** From an accepted code to the next step of the login. L§4. */
  nextStepMs: 900,
  /** From success to the modal closing, counted from the success itself (decision 38). L§4, W§4. */
  closeAfterSuccessMs: 1400,
  /** How long the screen 'wallet created' stays. W§2. */
  walletCreatedMs: 2500,
  /** From the captcha being ready to its check. L§4, L§9. */
  captchaStartMs: 500,
  /** How long each check of the captcha shows before what came of it. L§4, L§9. */
  captchaHoldMs: 1000,
  /** From a passed captcha to the call that waited for it. L§4, L§9. */
  captchaContinueMs: 1000,
  /** How long a copy button confirms. L§9. */
  copiedMs: 1500,
  /** The same for an address in the password flow. W§9, decision 20. */
  addressCopiedMs: 2500,
  /** How long the link stays by which a file is downloaded. W§9. */
  downloadLinkMs: 5000,
} as const;
