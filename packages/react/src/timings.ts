/** Waits of the modal in milliseconds, each with the requirement that sets it. */
export const timings = {
  /** From the screen being set to the dialog being open (MODAL-06). */
  openDelayMs: 15,
  /** From close to the flow's state being cleared (MODAL-07). */
  clearDelayMs: 200,
  /** From close to the landing showing its default view again (LAND-20). */
  landingResetMs: 150,
  /** A change of height (MODAL-05); `shell.css.ts` uses the same number. */
  heightMs: 150,
  /** From an accepted code to the next step of the login (CONST-03). */
  nextStepMs: 900,
  /** From success to the modal closing, counted from the success itself (CONST-03, OTP-09). */
  closeAfterSuccessMs: 1400,
  /** How long the screen 'wallet created' stays (CONST-03). */
  walletCreatedMs: 2500,
  /** From the way to Phantom's app to the way to where it is had (EXTW-10). */
  appStoreMs: 1000,
  /** From the captcha being ready to its check (CAPT-08). */
  captchaStartMs: 500,
  /** How long each check of the captcha shows before what came of it (CAPT-12). */
  captchaHoldMs: 1000,
  /** From a passed captcha to the call that waited for it (CAPT-10). */
  captchaContinueMs: 1000,
  /** From the first press of two to when the second counts: a double click is one press. */
  secondPressMs: 600,
  /** From the start of work to the word that it takes longer on a slow device. */
  longWorkMs: 5000,
  /** How long a copy button confirms (CONST-06). */
  copiedMs: 1500,
  /** The same for an address in the password flow (RECO-11). */
  addressCopiedMs: 2500,
  /** How long the link stays by which a file is downloaded (RECO-10). */
  downloadLinkMs: 5000,
} as const;
