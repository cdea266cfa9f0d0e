/**
 * Numbers that both sides obey, each with the section that it comes from
 * (L = docs/spec/login.md, W = docs/spec/wallets.md, D = docs/spec/decisions.md).
 */
export const limits = {
  /** Length of an app id. L§5, L§9. */
  appIdLength: 25,
  /** Digits of a login or verification code. L§9, W§9. */
  codeLength: 6,
  /** Life of a code. D further 2; ≤ 10 minutes. */
  codeLifeMs: 10 * 60_000,
  /** Time between two sends to one recipient from one network. L§9. */
  resendCooldownMs: 30_000,
  /** Wrong tries of one code from one client network. D further 2. */
  codeTriesPerNetwork: 5,
  /** Wrong tries of one code over all networks. D further 2. */
  codeTriesTotal: 20,
  /** Live codes of one recipient at a time. D further 2. */
  liveCodesPerRecipient: 3,
  /** Sends to one recipient in `codeSendWindowMs`, over all networks. D further 2. */
  codeSendsPerWindow: 5,
  codeSendWindowMs: 10 * 60_000,
  /** A token counts as expired this long before its expiry. L§4, L§9. */
  tokenSkewMs: 30_000,
  /** Life of an access token. docs/wire/protocol.md §3.3. */
  accessTokenLifeMs: 60 * 60_000,
  /** Absolute life of a session. D further 3; S22. */
  sessionLifeMs: 30 * 24 * 60 * 60_000,
  /** Life of the single-use token of a fork. D further 4. */
  forkLifeMs: 5 * 60_000,
  /** How long a signing key stands in the key set before it signs, and after it stopped. D further 5. */
  signingKeyOverlapMs: 2 * 60 * 60_000,
  /** A used refresh token stays valid this long after its successor was used. D further 3. */
  refreshGraceMs: 30_000,
  /** Time-out of one call. L§7, L§9. */
  callTimeoutMs: 20_000,
  /** Retries of a safe call, and the time between them. L§7, D35. */
  callRetries: 3,
  callRetryDelayMs: 500,
  /** Longest login message. L§5, D37. */
  loginMessageLength: 100,
  /** Primary login methods above which a warning is given. L§5. */
  primaryMethodsWarning: 4,
  /** Life of a captcha token, from when its check began or was passed: that of Turnstile's. D further 51. */
  captchaTokenLifeMs: 5 * 60_000,
  /** How often a captcha's result is looked for, and for how long. L§4, L§9. */
  captchaPollMs: 200,
  captchaWaitMs: 20_000,
  /** How long a browser waits for a passkey (WebAuthn §15.1), and how long what it was asked with is good. S39. */
  passkeyTimeoutMs: 5 * 60_000,
  passkeyChallengeLifeMs: 10 * 60_000,
  /** Accounts of one type that a user may link, and of passkeys. L§5, L§9. */
  accountsPerType: 1,
  passkeys: 5,
  /** Wallets of one entropy and chain, and entropies that a user may import. D further 65. */
  walletsPerChain: 100,
  importedWallets: 100,
  /** Wait for the wallet proxy when a wallet is created. W§9. */
  proxyInitialiseMs: 30_000,
  /** Wait for the create reply. W§9. */
  createReplyMs: 20_000,
  /** Wait of the other wallet operations. W§9. */
  proxyReplyMs: 15_000,
  /** Shortest recovery password, in characters; an app may want more. W§5. */
  recoveryPasswordLength: 6,
  /** Handshake pings of the wallet frame. docs/wire/protocol.md §4.1. */
  framePingMs: 150,
  framePings: 270,
  /** Life of a proof of possession (RFC 9449) and of the server nonce in it. docs/custody.md. */
  dpopProofLifeMs: 60_000,
  dpopNonceLifeMs: 5 * 60_000,
  /**
   * How long a wallet's recovery by password is closed after too many wrong ones, twice as long after each further one,
   * and at most; the count is forgotten when as long as the longest wait has passed since. docs/custody.md.
   */
  recoveryWaitMs: 15 * 60_000,
  recoveryWaitMaxMs: 24 * 60 * 60_000,
  /** Lives of a consent at a cloud: until the person comes back, until the page shows the code, until the frame redeems. S34. */
  cloudStateLifeMs: 10 * 60_000,
  cloudCodeLifeMs: 60_000,
  cloudHandleLifeMs: 5 * 60_000,
  /** Life of a channel to the Farcaster app, and of a mini app's nonce. S42. */
  farcasterChannelLifeMs: 10 * 60_000,
  /** How often the modal asks whether the person approved in the Farcaster app, and for how long. L§4, L§9. */
  farcasterPollMs: 2_000,
  farcasterWaitMs: 120_000,
  /** The same for a host's own screens. L§9, D16. */
  farcasterHeadlessPollMs: 150,
  farcasterHeadlessPolls: 270,
  /** Lives at a social login: until the person comes back, until the page shows the code, and of the offer to move an account. */
  oauthStateLifeMs: 15 * 60_000,
  oauthCodeLifeMs: 60_000,
  transferLifeMs: 10 * 60_000,
  /** How old data of Telegram's may be, how far its clock may be ahead, and how long a mini app's is good again. S41. */
  telegramDataLifeMs: 24 * 60 * 60_000,
  telegramClockSkewMs: 60_000,
  telegramWebAppAgainMs: 60 * 60_000,
  /** How long an idempotent custody request is remembered. docs/custody.md. */
  idempotencyLifeMs: 24 * 60 * 60_000,
  /** What a back end may note about a user: names, and bytes as JSON. Identity tokens carry it. */
  metadataKeys: 50,
  metadataBytes: 2 * 1024,
  /** Longest payload of an analytics event, as JSON. */
  analyticsPayloadLength: 4 * 1024,
  /** Longest request body, in bytes. */
  bodyBytes: 64 * 1024,
} as const;
