/**
 * Numbers of the service and its clients, many with the requirement, decision or page that sets them. Each is a
 * separate export, read as `limits.codeLength`, so that a bundle contains only those it uses.
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
/** Wrong tries of one code from all networks. */
export const codeTriesTotal = 20;
/** Live codes of one recipient at a time. */
export const liveCodesPerRecipient = 3;
/** Sends to one recipient in `codeSendWindowMs` that all networks share. */
export const codeSendsPerWindow = 5;
export const codeSendWindowMs = 10 * 60_000;
/** Further sends to one recipient in `captchaSendWindowMs`, each with a captcha. */
export const captchaSendsPerWindow = 10;
export const captchaSendWindowMs = 24 * 60 * 60_000;
/** Time before its expiry from which a token counts as expired (SESS-04). */
export const tokenSkewMs = 30_000;
/** Highest age of a proof that confirms a login, for any method. */
export const confirmationMaxAgeMs = 5 * 60_000;
/** Life of an access token. docs/wire/protocol.md §3.3. */
export const accessTokenLifeMs = 60 * 60_000;
/** Absolute life of a session (S22). */
export const sessionLifeMs = 30 * 24 * 60 * 60_000;
/** Life of a confirmation for one purpose (docs/custody.md). */
export const confirmationLifeMs = 10 * 60_000;
/** Time for which a removed address is notified and can undo its removal, and for which an account counts as new. */
export const removedAddressMs = 7 * 24 * 60 * 60_000;
/** Time for which wallets and accounts are on hold after a change was undone. */
export const holdMs = 24 * 60 * 60_000;
/** Highest age of a login that may end other sessions of the user, whatever the app requires elsewhere. */
export const endSessionsAgeMs = 10 * 60_000;
/** Sessions in a list, the most recently used first. */
export const listedSessions = 100;
/** Wrong codes of one second factor in one session, and the pause that follows (MFA-24). */
export const factorTries = 4;
export const factorPauseMs = 10_000;
/**
 * Wrong codes of one second factor in a day, over all sessions. The last of them are reserved for keys that have
 * verified before.
 */
export const factorTriesPerDay = 50;
export const factorTriesReserved = 10;
/** Time for which a key that verified a factor stays known: the life of an unused device with automatic recovery. */
export const knownKeyLifeMs = 180 * 24 * 60 * 60_000;
/**
 * Wrong recovery passwords in a day in place of a lost factor. The last {@link factorTriesReserved} are reserved for
 * known keys, too.
 */
export const passwordProofsPerDay = 20;
/**
 * Lives of an unused fresh verification and of one that an export page uses, and time between the two halves of an
 * enrolment.
 */
export const freshFactorMs = 2 * 60_000;
export const exportFactorMs = 5 * 60_000;
export const enrolmentMs = 10 * 60_000;
/**
 * Attempts at one operation that needs a second factor, and the time that the user has for each (MFA-21, MFA-23). The
 * first attempt is made without a factor, unless the user is prompted before it.
 */
export const factorAttempts = 4;
export const factorWaitMs = 300_000;
/** Backup codes of a user. */
export const backupCodes = 10;
/**
 * Highest age of a login that enrols a first second factor or requests the removal of all, whatever the app requires
 * elsewhere.
 */
export const firstFactorLoginAgeMs = 10 * 60_000;
/** Life of the single-use token of a fork. */
export const forkLifeMs = 5 * 60_000;
/**
 * Time for which a rotation publishes the new signing key before it signs, and the old one after it has stopped. An
 * app's first key, and one that replaces a revoked key, may sign at once.
 */
export const signingKeyOverlapMs = 2 * 60 * 60_000;
/** Time for which a used refresh token stays valid after its successor was used. */
export const refreshGraceMs = 30_000;
/** Time limit of one call (HTTP-03). */
export const callTimeoutMs = 20_000;
/** Retries of a safe call, and the time between them (HTTP-04). */
export const callRetries = 3;
export const callRetryDelayMs = 500;
/** Longest login message (CONF-27). */
export const loginMessageLength = 100;
/** Number of primary login methods above which a warning is given (CONF-26). */
export const primaryMethodsWarning = 4;
/** Most chains that an app may define. */
export const appChains = 30;
/** Life of a captcha token: of proof of work from its challenge, of Turnstile from its success. */
export const captchaTokenLifeMs = 5 * 60_000;
/** Interval and time limit of polling for a captcha's result (CAPT-14). */
export const captchaPollMs = 200;
export const captchaWaitMs = 20_000;
/** Time that a browser waits for a passkey (WebAuthn §15.1), and life of the challenge. S39. */
export const passkeyTimeoutMs = 5 * 60_000;
export const passkeyChallengeLifeMs = 10 * 60_000;
/** Accounts of one type, and passkeys, that a user may link (LINK-03, LINK-04). */
export const accountsPerType = 1;
export const passkeys = 5;
/** Maximum number of wallets of one entropy and chain, and of entropies that a user may import. */
export const walletsPerChain = 100;
export const importedWallets = 100;
/** Wait for the wallet proxy when a wallet is created (EMBW-08). */
export const proxyInitialiseMs = 30_000;
/** Wait for the reply to the creation or import of a wallet (EMBW-09). */
export const createReplyMs = 20_000;
/** Wait for the reply to other wallet operations, and for the wallet proxy before them or an import (CONST-05). */
export const proxyReplyMs = 15_000;
/**
 * Time that a slow phone may need to derive keys from a recovery password. Meanwhile, every operation waits longer by
 * what is left of it.
 */
export const passwordWorkMs = 60_000;
/** Shortest recovery password, in characters. An app may require more (RECO-14). */
export const recoveryPasswordLength = 6;
/** Interval and number of the handshake messages to the wallet frame (docs/wire/protocol.md §4.1). */
export const framePingMs = 150;
export const framePings = 270;
/** Life of a proof of possession (RFC 9449) and of its server nonce (docs/custody.md). */
export const dpopProofLifeMs = 60_000;
export const dpopNonceLifeMs = 5 * 60_000;
/**
 * Time for which recovery by password is closed after too many wrong ones, and its maximum. Each further wrong
 * password doubles it (docs/custody.md).
 */
export const recoveryWaitMs = 15 * 60_000;
export const recoveryWaitMaxMs = 24 * 60 * 60_000;
/** Lives of a cloud consent: until the user returns, until the page shows the code, until the frame redeems it. S34. */
export const cloudStateLifeMs = 10 * 60_000;
export const cloudCodeLifeMs = 60_000;
export const cloudHandleLifeMs = 5 * 60_000;
/** Life of a channel to the Farcaster app, and of a mini app's nonce. S42. */
export const farcasterChannelLifeMs = 10 * 60_000;
/** Interval and time limit of polling for an approval in the Farcaster app (FARC-03). */
export const farcasterPollMs = 2_000;
export const farcasterWaitMs = 120_000;
/** Interval and number of polls on a host's own screens (FARC-04). */
export const farcasterHeadlessPollMs = 150;
export const farcasterHeadlessPolls = 270;
/** Lives of a social login: until the user returns, and until the page shows the code. */
export const oauthStateLifeMs = 15 * 60_000;
export const oauthCodeLifeMs = 60_000;
/** Life of an offer to transfer an account, of any type. */
export const transferLifeMs = 10 * 60_000;
/**
 * Highest age of Telegram's data, allowed lead of its clock, and time for which data of a mini app may be reused.
 * S41.
 */
export const telegramDataLifeMs = 24 * 60 * 60_000;
export const telegramClockSkewMs = 60_000;
export const telegramWebAppAgainMs = 60 * 60_000;
/**
 * Life of a nonce for a wallet's signature, allowed error of its device's clock, and sizes of message and signature.
 * S38.
 */
export const walletNonceLifeMs = 5 * 60_000;
export const walletClockSkewMs = 60_000;
export const signInMessageLength = 8_192;
export const walletSignatureBytes = 8 * 1024;
/**
 * Interval of polling MoonPay for a purchase, and number of failures, without a valid status between them, after which
 * polling stops (MOON-06, MOON-09). Coinbase's polling stops after as many.
 */
export const moonpayPollMs = 3_000;
export const moonpayErrors = 3;
/** Interval and number of polls to the service for a purchase at Coinbase (COIN-05, COIN-06). */
export const coinbasePollMs = 1_500;
export const coinbasePolls = 1_200;
/** Interval of reading the balance of a wallet that is being funded (FUND-15), or the status of a transfer to it. */
export const balancePollMs = 2_000;
/** Interval of polling for earlier fundings that are still under way. */
export const fundingPollMs = 10_000;
/** Highest age of an accepted quote, allowed rise of its price over the quote shown, and wait for a quote. */
export const quoteLifeMs = 30_000;
export const quoteSlippageBps = 100;
export const quoteTimeoutMs = 10_000;
/** Purchases that a user may begin in a day. */
export const fundingsPerDay = 100;
/** Allowed difference between the time of a provider's event and now. */
export const fundingEventSkewMs = 5 * 60_000;
/** Fundings that a browser keeps, and the time for which it keeps one after its end. */
export const keptFundings = 20;
export const keptFundingMs = 7 * 24 * 60 * 60_000;
/**
 * Lives of a request for another app's wallet: of the id in the popup's URL, of the handle in its page, and of the
 * returned code.
 */
export const crossAppIdMs = 60_000;
export const crossAppHandleMs = 10 * 60_000;
export const crossAppCodeMs = 60_000;
/** Life of a connection to another app, from the user's last consent. S37. */
export const crossAppConnectionMs = 30 * 24 * 60 * 60_000;
/** Time that a requester waits for its popup (XAPP-17, XAPP-19), and allowed lead of the requester's clock. */
export const crossAppWaitMs = 120_000;
export const crossAppSkewMs = 60_000;
/** Longest request in the popup's URL, in characters. Servers and proxies refuse long URLs. */
export const crossAppRequestLength = 12_000;
/** Requesters that an app may list, and connections of a user. Beyond that, the least recently used connection ends. */
export const crossAppRequesters = 50;
export const crossAppConnections = 100;
/** Interval and time limit of polling for the approval of a Farcaster signer (FSIG-05). */
export const signerPollMs = 2_000;
export const signerWaitMs = 300_000;
/** Time for which an idempotent custody request is remembered (docs/custody.md). */
export const idempotencyLifeMs = 24 * 60 * 60_000;
/** Names and bytes (as JSON) that a back end may store about a user. Identity tokens carry them. */
export const metadataKeys = 50;
export const metadataBytes = 2 * 1024;
/** Longest payload of an analytics event, in characters of JSON. */
export const analyticsPayloadLength = 4 * 1024;
/** Longest request body, in bytes. */
export const bodyBytes = 64 * 1024;
