/**
 * Numbers that both sides obey, each with the requirement, decision or page that sets it.
 * Each is an export of its own, read as `limits.codeLength`, so that a bundle has only those it uses.
 */

/** Length of an app id (CONF-24). */
export const appIdLength = 25;
/** Digits of a login or verification code (CODE-09). */
export const codeLength = 6;
/** Life of a code. */
export const codeLifeMs = 10 * 60_000;
/** Time between two sends to one recipient from one network (OTP-05). */
export const resendCooldownMs = 30_000;
/** Wrong tries of one code from one client network. */
export const codeTriesPerNetwork = 5;
/** Wrong tries of one code over all networks. */
export const codeTriesTotal = 20;
/** Live codes of one recipient at a time. */
export const liveCodesPerRecipient = 3;
/** Sends to one recipient in `codeSendWindowMs`, over all networks. */
export const codeSendsPerWindow = 5;
export const codeSendWindowMs = 10 * 60_000;
/** Sends to one recipient beyond these, each paid for with a captcha, in `captchaSendWindowMs`. */
export const captchaSendsPerWindow = 10;
export const captchaSendWindowMs = 24 * 60 * 60_000;
/** A token counts as expired this long before its expiry (SESS-04). */
export const tokenSkewMs = 30_000;
/** How old a proof may be that confirms a login, whatever the method. */
export const confirmationMaxAgeMs = 5 * 60_000;
/** Life of an access token. docs/wire/protocol.md §3.3. */
export const accessTokenLifeMs = 60 * 60_000;
/** Absolute life of a session (S22). */
export const sessionLifeMs = 30 * 24 * 60 * 60_000;
/** How long a proof given for one purpose is good for it. docs/custody.md. */
export const confirmationLifeMs = 10 * 60_000;
/** How long a removed address hears of what happens, and its removal can be undone; how long an account counts as new. */
export const removedAddressMs = 7 * 24 * 60 * 60_000;
/** How long wallets and accounts stay as they are after a change was undone. */
export const holdMs = 24 * 60 * 60_000;
/** Age of the login by which someone may end other sessions of theirs, whatever the app asks for elsewhere. */
export const endSessionsAgeMs = 10 * 60_000;
/** Sessions that a list shows, those used last first. */
export const listedSessions = 100;
/** Wrong codes of one second factor in one session, and how long it then takes none (MFA-24). */
export const factorTries = 4;
export const factorPauseMs = 10_000;
/** Wrong codes of one second factor in a day, over all sessions; the last of them are kept for keys that verified before. */
export const factorTriesPerDay = 50;
export const factorTriesReserved = 10;
/** How long a key by which a user has verified stays known: as long as a device that is not used. */
export const knownKeyLifeMs = 180 * 24 * 60 * 60_000;
/** Wrong recovery passwords in a day in place of a lost factor; the last {@link factorTriesReserved} are kept likewise. */
export const passwordProofsPerDay = 20;
/** Life of a fresh verification, until it is used; of one that an export page uses; and of the two halves of an enrolment. */
export const freshFactorMs = 2 * 60_000;
export const exportFactorMs = 5 * 60_000;
export const enrolmentMs = 10 * 60_000;
/** Attempts of one operation that takes a second factor, the first without it, and how long each waits for it (MFA-21, MFA-23). */
export const factorAttempts = 4;
export const factorWaitMs = 300_000;
/** Backup codes of a user. */
export const backupCodes = 10;
/** Age of the login by which a first second factor is enrolled, whatever the app asks for elsewhere. */
export const firstFactorLoginAgeMs = 10 * 60_000;
/** Life of the single-use token of a fork. */
export const forkLifeMs = 5 * 60_000;
/** How long a signing key stands in the key set before it signs, and after it stopped. */
export const signingKeyOverlapMs = 2 * 60 * 60_000;
/** A used refresh token stays valid this long after its successor was used. */
export const refreshGraceMs = 30_000;
/** Time-out of one call (HTTP-03). */
export const callTimeoutMs = 20_000;
/** Retries of a safe call, and the time between them (HTTP-04). */
export const callRetries = 3;
export const callRetryDelayMs = 500;
/** Longest login message (CONF-27). */
export const loginMessageLength = 100;
/** Primary login methods above which a warning is given (CONF-26). */
export const primaryMethodsWarning = 4;
/** Most chains of an app's own. */
export const appChains = 30;
/** Life of a captcha token, from when its check began or was passed: that of Turnstile's. */
export const captchaTokenLifeMs = 5 * 60_000;
/** How often a captcha's result is looked for, and for how long (CAPT-14). */
export const captchaPollMs = 200;
export const captchaWaitMs = 20_000;
/** How long a browser waits for a passkey (WebAuthn §15.1), and how long what it was asked with is good. S39. */
export const passkeyTimeoutMs = 5 * 60_000;
export const passkeyChallengeLifeMs = 10 * 60_000;
/** Accounts of one type that a user may link, and of passkeys (LINK-03, LINK-04). */
export const accountsPerType = 1;
export const passkeys = 5;
/** Wallets of one entropy and chain, and entropies that a user may import. */
export const walletsPerChain = 100;
export const importedWallets = 100;
/** Wait for the wallet proxy when a wallet is created (EMBW-08). */
export const proxyInitialiseMs = 30_000;
/** Wait for the create reply (EMBW-09). */
export const createReplyMs = 20_000;
/** Wait of the other wallet operations (CONST-05). */
export const proxyReplyMs = 15_000;
/**
 * Longest time in which a browser derives keys from a recovery password, at most once for an operation: the slowest telephone
 * needs it. Comes on top of what the operation waits.
 */
export const passwordWorkMs = 60_000;
/** Shortest recovery password, in characters; an app may want more (RECO-14). */
export const recoveryPasswordLength = 6;
/** Handshake pings of the wallet frame. docs/wire/protocol.md §4.1. */
export const framePingMs = 150;
export const framePings = 270;
/** Life of a proof of possession (RFC 9449) and of the server nonce in it. docs/custody.md. */
export const dpopProofLifeMs = 60_000;
export const dpopNonceLifeMs = 5 * 60_000;
/**
 * How long a wallet's recovery by password is closed after too many wrong ones, twice as long after each further one,
 * and at most; the count is forgotten when as long as the longest wait has passed since. docs/custody.md.
 */
export const recoveryWaitMs = 15 * 60_000;
export const recoveryWaitMaxMs = 24 * 60 * 60_000;
/** Lives of a consent at a cloud: until the person comes back, until the page shows the code, until the frame redeems. S34. */
export const cloudStateLifeMs = 10 * 60_000;
export const cloudCodeLifeMs = 60_000;
export const cloudHandleLifeMs = 5 * 60_000;
/** Life of a channel to the Farcaster app, and of a mini app's nonce. S42. */
export const farcasterChannelLifeMs = 10 * 60_000;
/** How often the modal asks whether the person approved in the Farcaster app, and for how long (FARC-03). */
export const farcasterPollMs = 2_000;
export const farcasterWaitMs = 120_000;
/** The same for a host's own screens (FARC-04). */
export const farcasterHeadlessPollMs = 150;
export const farcasterHeadlessPolls = 270;
/** Lives at a social login: until the person comes back, until the page shows the code, and of the offer to move an account. */
export const oauthStateLifeMs = 15 * 60_000;
export const oauthCodeLifeMs = 60_000;
export const transferLifeMs = 10 * 60_000;
/** How old data of Telegram's may be, how far its clock may be ahead, and how long a mini app's is good again. S41. */
export const telegramDataLifeMs = 24 * 60 * 60_000;
export const telegramClockSkewMs = 60_000;
export const telegramWebAppAgainMs = 60 * 60_000;
/** Life of the nonce that a wallet signs, how far the clock of its device may be off, and how long message and signature may be. S38. */
export const walletNonceLifeMs = 5 * 60_000;
export const walletClockSkewMs = 60_000;
export const signInMessageLength = 8_192;
export const walletSignatureBytes = 8 * 1024;
/** How often MoonPay is asked what became of a purchase, and failures in a row after which it is given up (MOON-06, MOON-09). */
export const moonpayPollMs = 3_000;
export const moonpayErrors = 3;
/** How often the service is asked what became of a purchase at Coinbase, and how many times (COIN-05, COIN-06). */
export const coinbasePollMs = 1_500;
export const coinbasePolls = 1_200;
/** How often the balance of a wallet that is being funded is read (FUND-15). */
export const balancePollMs = 2_000;
/** How often it is asked what became of earlier fundings that are under way. */
export const fundingPollMs = 10_000;
/** Age up to which a quote is agreed to, by how much it may be dearer than the one shown, and the wait for one. */
export const quoteLifeMs = 30_000;
export const quoteSlippageBps = 100;
export const quoteTimeoutMs = 10_000;
/** Purchases that a user may begin in a day. */
export const fundingsPerDay = 100;
/** How far the time of a provider's event may be from now. */
export const fundingEventSkewMs = 5 * 60_000;
/** Fundings that a browser keeps, and how long after their end. */
export const keptFundings = 20;
export const keptFundingMs = 7 * 24 * 60 * 60_000;
/** Lives of an ask for another app's wallet: of the id in the popup's address, of the handle in its page, and of the code that comes back. */
export const crossAppIdMs = 60_000;
export const crossAppHandleMs = 10 * 60_000;
export const crossAppCodeMs = 60_000;
/** Life of a connection to another app, from the person's last yes. S37. */
export const crossAppConnectionMs = 30 * 24 * 60 * 60_000;
/** How long a requester waits for its popup (XAPP-17, XAPP-19), and how far its clock may be ahead. */
export const crossAppWaitMs = 120_000;
export const crossAppSkewMs = 60_000;
/** Longest request that travels in the popup's address, in characters: servers and proxies take no longer heads. */
export const crossAppRequestLength = 12_000;
/** Requesters that an app lists, and connections of a user, beyond which the one used longest ago ends. */
export const crossAppRequesters = 50;
export const crossAppConnections = 100;
/** How often it is asked whether a person approved a Farcaster signer, and for how long (FSIG-05). */
export const signerPollMs = 2_000;
export const signerWaitMs = 300_000;
/** How long an idempotent custody request is remembered. docs/custody.md. */
export const idempotencyLifeMs = 24 * 60 * 60_000;
/** What a back end may note about a user: names, and bytes as JSON. Identity tokens carry it. */
export const metadataKeys = 50;
export const metadataBytes = 2 * 1024;
/** Longest payload of an analytics event, as JSON. */
export const analyticsPayloadLength = 4 * 1024;
/** Longest request body, in bytes. */
export const bodyBytes = 64 * 1024;
