/** Durations of the modal in milliseconds. */
export const timings = {
  /** Delay from setting the screen to opening the dialog (MODAL-06). */
  openDelayMs: 15,
  /** Delay from closing to clearing the flow's state (MODAL-07). */
  clearDelayMs: 200,
  /** Delay from closing to resetting the landing screen to its default view (LAND-20). */
  landingResetMs: 150,
  /** Duration of a height change (MODAL-05). */
  heightMs: 150,
  /** Delay from a success, such as an accepted code, to the next screen (CONST-03). */
  nextStepMs: 900,
  /** Delay from success to closing the modal, counted from the success itself (CONST-03, OTP-09). */
  closeAfterSuccessMs: 1400,
  /** Time that the screen 'wallet created' is shown (CONST-03). */
  walletCreatedMs: 2500,
  /** Delay from opening Phantom's app to showing the link to install it (EXTW-10). */
  appStoreMs: 1000,
  /** Delay from the captcha being ready to its check (CAPT-08). */
  captchaStartMs: 500,
  /** Minimum time that each check of the captcha is shown before its result (CAPT-12). */
  captchaHoldMs: 1000,
  /** Delay from a passed captcha to the call that waited for it (CAPT-10). */
  captchaContinueMs: 1000,
  /** Time after a first click in which a second one does not count, so a double click is one click. */
  secondPressMs: 600,
  /** Time after which a screen says that the running work with a password takes longer on a slow device. */
  longWorkMs: 5000,
  /** Time for which a copy button shows that it has copied (CONST-06). */
  copiedMs: 1500,
  /** The same for an address in the password flow (RECO-11). */
  addressCopiedMs: 2500,
  /** Time until the link of a file download is removed (RECO-10). */
  downloadLinkMs: 5000,
} as const;
