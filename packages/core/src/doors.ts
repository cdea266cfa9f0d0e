import { door } from './door.ts';

/*
 * The lazy doors of this house, alphabetical: the public name of an operation, and the act behind it, whose code a page
 * loads when it first needs it. What an operation promises stands here, how it is done in the act's own file. What opens
 * a popup is no door: once code was fetched, the browser opens none.
 */

/**
 * Notes on the service that the signed-in user accepts the app's terms. The user is asked for anew then, and with
 * it the identity token.
 *
 * @returns the user, who has accepted from now on
 * @throws ServiceError `must_be_authenticated` where the user is no longer signed in, and what the network says
 * @example
 * if (needsTerms(client.getState())) await acceptTerms(client);
 */
export const acceptTerms = door(async () => (await import('./account/noteAcceptance.ts')).noteAcceptance);

/**
 * Has a request that an operation's `sign` was handed approved on the wallet's own page, where the app wants that
 * (`settings.embeddedWallets.approval` is `'frame'`); nothing is signed otherwise then.
 *
 * @returns as {@link signRequest}
 * @throws ServiceError `user_rejected_request`, and what {@link signRequest} throws
 */
export const approveRequest = door(
  async () => (await import('./wallets/embedded/signing/askApproval.ts')).askApproval,
);

/**
 * Signs and sends a transaction that does nothing under the nonce of one that waits, for a higher fee: the chain takes one of
 * the two. Shows nothing: the caller has asked.
 *
 * @param input.sign replaces direct signing, as `approveRequest` does
 * @returns the hash of the new one; a caller who waits for the earlier one hears `transaction_failure`
 * @throws ServiceError `transaction_failure` where it does not wait any more, and what signing throws
 */
export const cancelTransaction = door(
  async () => (await import('./transactions/acts.ts')).sendNothingInstead,
);

/**
 * Checks what a funding is asked for, as {@link toFundingRequest} of `@latchkey/core/funding` does, before screens open.
 *
 * @throws ServiceError `must_be_authenticated`, `funding_not_enabled`, `unsupported_chain_id`, `invalid_data`
 */
export const checkFunding = door(async () => (await import('./funding/request.ts')).assertFundable);

/**
 * Confirms an old login by a signature of one of the user's own wallets (`recent_login_required`).
 *
 * @throws ServiceError as {@link linkWallet}
 */
export const confirmWithWallet = door(async () => (await import('./methods/wallet/acts.ts')).confirmByWallet);

/**
 * Unlocks a wallet in the frame, recovering it first where this device does not hold it and recovery is automatic.
 *
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `wallet_not_on_device`, `wallet_proxy_timeout`
 */
export const connectWallet = door(
  async () => (await import('./wallets/embedded/unlockWallet.ts')).unlockNamedWallet,
);

/**
 * Adds the wallet at the next index to the user's created one, or to an imported recovery phrase: another address under the
 * same recovery. Calls made while one runs get its result.
 *
 * @throws ServiceError `must_be_authenticated`, `missing_or_invalid_token`, `embedded_wallet_not_found` where there is no
 * such wallet, `not_supported` for an imported private key, which has no other wallet, and for Solana where the phrase's
 * recovery is the user's own, `invalid_data` beyond 100 of a chain, `wallet_not_on_device`, `wallet_proxy_timeout`
 * @example
 * const { address, walletIndex } = await createAdditionalWallet(client);
 * @example
 * const phrase = await importWallet(client, { recoveryPhrase });
 * const second = await createAdditionalWallet(client, { address: phrase.address });
 */
export const createAdditionalWallet = door(
  async () => (await import('./wallets/embedded/adding/createNextWallet.ts')).createNextWallet,
);

/**
 * Creates the wallets that the app makes at login and the user does not have, one after the other. One that fails leaves
 * those before it; asked again, the rest is made.
 *
 * @returns the first of them, or the wallet that is there when none is due any more
 * @throws ServiceError as {@link createWallet}
 */
export const createDueWallets = door(
  async () => (await import('./wallets/embedded/createPrimaryWallet.ts')).createWalletsDue,
);

/**
 * Signs the person in as a guest, without asking them for anything: by a secret that this browser keeps, so that the
 * same browser is the same guest again. A guest who logs in later keeps user id and wallets; a log-out forgets the guest.
 * Who is a guest already stays the one they are.
 *
 * @throws ServiceError `no_auth_flow` while a user who is no guest is signed in, `disallowed_login_method`, and the other
 *   codes of the route
 * @example
 * const { user } = await createGuestAccount(client);
 * user.isGuest; // true
 */
export const createGuestAccount = door(async () => (await import('./methods/guest.ts')).logInAsGuest);

/**
 * Creates the user's embedded wallet of a chain; both chains share one recovery. Calls made while one runs get its result.
 *
 * @param input.chainType `'ethereum'` by default
 * @param input.recovery how the wallet is recovered; automatically by default
 * @throws ServiceError `must_be_authenticated`, `missing_or_invalid_token`, `embedded_wallet_already_exists`,
 * `not_supported` (Solana beside an Ethereum wallet whose recovery is the user's own; automatic recovery where the app
 * wants the user's own), `invalid_data` (a password that breaks the rules), `insecure_context`,
 * `wallet_proxy_timeout`, `unknown_embedded_wallet_error`
 * @example
 * const { address } = await createWallet(client);
 */
export const createWallet = door(
  async () => (await import('./wallets/embedded/createPrimaryWallet.ts')).createPrimaryWallet,
);

/**
 * Ends at once that an app may use the user's wallets.
 *
 * @throws ServiceError `must_be_authenticated`, `not_found`, and what the network says
 * @example
 * const [app] = await listConnectedApps(client);
 * if (app) await endConnectedApp(client, { id: app.id });
 */
export const endConnectedApp = door(async () => (await import('./cross-app/connectedApps.ts')).endConnected);

/**
 * Ends every session of the user but the one at hand. The user is told by mail or SMS.
 *
 * @returns how many were ended
 * @throws ServiceError `must_be_authenticated`, `recent_login_required` (then `reauthenticate` and call again)
 * @example
 * const ended = await endOtherSessions(client);
 */
export const endOtherSessions = door(
  async () => (await import('./account/activeSessions.ts')).endSessionsElsewhere,
);

/**
 * Ends a session: its browser is logged out. The user is told by mail or SMS. A user who ends the session at hand is logged
 * out here.
 *
 * @throws ServiceError `must_be_authenticated`, `recent_login_required` for another session than one's own (then
 *   `reauthenticate` and call again), `session_not_found`
 * @example
 * await endSession(client, { id: session.id });
 */
export const endSession = door(async () => (await import('./account/activeSessions.ts')).endActiveSession);

/**
 * Shows the key of a wallet to the person, on a page of the service's own inside an element of yours: what it shows,
 * your page cannot read. Offers the recovery phrase besides, where the wallet has one.
 *
 * A user who has a second factor verifies it, each time.
 *
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `recent_login_required` (cured by
 * `reauthenticate`), `missing_or_invalid_mfa` where no one asks for it (`registerMfaListener`), `wallet_not_on_device`,
 * `wallet_proxy_timeout`
 * @example
 * const page = await exportWallet(client, { container: document.querySelector('#export') });
 * closeButton.onclick = () => page.remove();
 */
export const exportWallet = door(
  async () => (await import('./wallets/embedded/showExportPage.ts')).showExportPage,
);

/**
 * Tells what was removed and when. No one needs to be signed in.
 *
 * @throws ServiceError `not_found` for what cannot be undone (any more)
 * @example
 * const reference = takeUndoReference(client);
 * if (reference) show(await findRemoval(client, reference));
 */
export const findRemoval = door(async () => (await import('./methods/changes/undo.ts')).findUndoable);

/**
 * Makes the session follow the host's own (JWT-04): logs in with the token that the host gives, logs out when it gives
 * none any more, and does both when it is another person's. A session that began otherwise, as by e-mail, is left alone.
 * Call it whenever the host's user may have changed; `LatchkeyProvider` does, by `config.customAuth`.
 *
 * @param getToken gives the token of the user who is signed in at the host now, or nothing
 * @returns the login, where there was one
 * @throws ServiceError the codes of {@link loginWithCustomToken}, and whatever `getToken` throws
 */
export const followCustomAuth = door(async () => (await import('./methods/customToken.ts')).followHost);

/**
 * Follows what the user paid to fund wallets and what has not arrived, from this browser and from others, also after a
 * reload: the list at once, and anew after every change.
 *
 * @throws ServiceError `must_be_authenticated`, `no_api` on a server
 * @example
 * const follower = await followFundings(client, (fundings) => show(fundings));
 * closeButton.onclick = () => follower.stop();
 */
export const followFundings = door(async () => (await import('./funding/followKept.ts')).followKept);

/**
 * Forks the session: for going on signed in on another origin of the app, whose page takes the token from its address.
 *
 * @returns a token that is good once, for five minutes
 * @throws ServiceError `must_be_authenticated`, `not_supported` for a guest and for a session that cookies keep, `no_api` on a
 * server, what verifying a second factor fails with where the session has still to, and what the network says
 * @example
 * const token = await forkSession(client);
 * location.assign(`https://other.example.com/?privy_token=${token}`);
 */
export const forkSession = door(async () => (await import('./account/fork.ts')).fork);

/**
 * Draws a recovery password of four words that is valid for the client's app. The words are loaded at the first call.
 *
 * @example
 * await generateRecoveryPassword(client) // 'gravel-lantern-oblige-thimble'
 */
export const generateRecoveryPassword = door(
  async () => (await import('./wallets/embedded/password/generatePassword.ts')).drawPassword,
);

/**
 * Writes the message that an Ethereum wallet signs to log in or to be linked (EIP-4361), for hosts that ask the wallet
 * themselves. It is good for one login within five minutes.
 *
 * @param input.chainId the wallet's chain, as CAIP-2: `eip155:1`
 * @throws ServiceError `invalid_data`, `invalid_captcha`, `disallowed_login_method`, and what the network says
 * @example
 * const message = await generateSiweMessage(client, { address, chainId: 'eip155:1' });
 * await loginWithSiwe(client, { message, signature: await account.signMessage({ message }) });
 */
export const generateSiweMessage = door(
  async () => (await import('./methods/wallet/acts.ts')).writeSiweMessage,
);

/**
 * Writes the message that a Solana wallet signs to log in or to be linked. As {@link generateSiweMessage}.
 */
export const generateSiwsMessage = door(
  async () => (await import('./methods/wallet/acts.ts')).writeSiwsMessage,
);

/**
 * Gives an EIP-1193 provider of a wallet, for viem, ethers or wagmi.
 *
 * @param input.sign replaces direct signing, for a host that asks the person first; it rejects with
 * `user_rejected_request` where the person declines
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`
 */
export const getEthereumProvider = door(
  async () => (await import('./provider/openProvider.ts')).openProvider,
);

/**
 * Gives the EIP-1193 provider of the page: there before anyone is logged in, and always the same one. It is of the Ethereum
 * wallet of the user who is signed in; `eth_requestAccounts` leads there by the screens of `setWalletScreens`, which ask about
 * each request as well, unless the app says otherwise.
 *
 * @throws ServiceError nothing by itself; its requests fail with the codes of EIP-1193 and EIP-1474
 * @example
 * const provider = await getPageProvider(client);
 * const [address] = await provider.request({ method: 'eth_requestAccounts' });
 */
export const getPageProvider = door(
  async () => (await import('./provider/openProvider.ts')).openPageProvider,
);

/**
 * Gives what the user's Solana wallet signs and sends, as the Wallet Standard's features have it: bytes, several at a time.
 *
 * @param input.sign replaces direct signing, for a host that asks the person first; it is told which of a call's inputs it is
 * @throws ServiceError nothing by itself; its functions as {@link sendSolanaTransaction} and {@link signSolanaMessage}
 * @example
 * const { signAndSendTransaction } = await getSolanaSigner(client);
 */
export const getSolanaSigner = door(
  async () => (await import('./wallets/embedded/solana/acts.ts')).getSigner,
);

/**
 * Takes in a wallet that someone had before. It recovers by itself in another browser, like a created one. What is typed
 * into a host's page is seen by that page.
 *
 * @param input.chainType `'ethereum'` by default
 * @throws ServiceError `must_be_authenticated`, `missing_or_invalid_token`, `invalid_data` for what is no key and no phrase
 * (its text says why), `embedded_wallet_already_exists` for one of the user's own wallets, `linked_to_another_user`,
 * `wallet_proxy_timeout`
 * @example
 * const { address } = await importWallet(client, { privateKey });
 */
export const importWallet = door(
  async () => (await import('./wallets/embedded/adding/adoptWallet.ts')).adoptWallet,
);

/**
 * Links a connected wallet to the signed-in user, by a signature.
 *
 * @returns the user with the wallet
 * @throws ServiceError `must_be_authenticated`, `user_rejected_request`, `client_request_timeout`,
 *   `cannot_link_more_of_type`, `linked_to_another_user`, `account_transfer_required`, `failed_to_link_account`
 */
export const linkWallet = door(async () => (await import('./methods/wallet/acts.ts')).linkByWallet);

/**
 * Links an Ethereum wallet by a message of {@link generateSiweMessage} that it signed. Fails as {@link linkWallet}.
 */
export const linkWithSiwe = door(async () => (await import('./methods/wallet/acts.ts')).linkBySiwe);

/**
 * Links a Solana wallet by a message of {@link generateSiwsMessage} that it signed. Fails as {@link linkWallet}.
 */
export const linkWithSiws = door(async () => (await import('./methods/wallet/acts.ts')).linkBySiws);

/**
 * Lists the apps that may use the user's wallets, the newest first.
 *
 * @throws ServiceError `must_be_authenticated`, and what the network says
 * @example
 * const apps = await listConnectedApps(client);
 */
export const listConnectedApps = door(
  async () => (await import('./cross-app/connectedApps.ts')).listConnected,
);

/**
 * Lists the browsers that hold a part of the signed-in user's keys, the one that was used last first. One that stores
 * nothing is not among them once its page is gone.
 *
 * @throws ServiceError `must_be_authenticated`, and what the network says
 * @example
 * const devices = await listDevices(client);
 */
export const listDevices = door(async () => (await import('./wallets/devices/devices.ts')).listKeyHolders);

/**
 * Lists what the user's wallets have under way in this browser: what waits, and what is in a block that may still be taken
 * back. What a node has lost is sent again on the way.
 *
 * @param input.address one wallet alone. @default all of the user's
 * @example
 * const pending = await listPendingTransactions(client);
 */
export const listPendingTransactions = door(
  async () => (await import('./transactions/acts.ts')).listUnderWay,
);

/**
 * Lists where the signed-in user is logged in, the session that was used last first; at most 100.
 *
 * @throws ServiceError `must_be_authenticated`, and what the network says
 * @example
 * const sessions = await listSessions(client);
 */
export const listSessions = door(
  async () => (await import('./account/activeSessions.ts')).listActiveSessions,
);

/**
 * Gives the captcha of a client, always the same one, for a page that shows it without the login methods beside it.
 *
 * @example
 * const captcha = await loadCaptcha(client);
 * captcha.setPlace(document.querySelector('#captcha'));
 */
export const loadCaptcha = door(async () => (await import('./captcha/getCaptcha.ts')).getCaptcha);

/**
 * Gives what `@latchkey/core/login` has for passkeys that recover wallets, for a page without the login methods. Load it
 * ahead: two of the acts open a popup, which browsers let no one do once code was fetched in the press.
 *
 * @example
 * const { addRecoveryPasskey } = await loadRecoveryPasskeys();
 * button.onclick = () => addRecoveryPasskey(client);
 */
export const loadRecoveryPasskeys = door(
  async () => (await import('./wallets/embedded/recoveryPasskeys.ts')).getRecoveryPasskeyActs,
);

/**
 * Logs in with a token of the host's own sign-in, without a screen. The app must have `custom_jwt_auth` on and know the
 * issuer.
 *
 * @param input.token a signed JWT (RFC 7519) with an end (`exp`)
 * @throws ServiceError `invalid_credentials` for a token that is not one of the app's, `no_auth_flow` while a user who is
 *   no guest is signed in, and the other codes of the route
 * @example
 * const { user } = await loginWithCustomToken(client, { token: await auth.getAccessToken() });
 */
export const loginWithCustomToken = door(async () => (await import('./methods/customToken.ts')).logInByToken);

/**
 * Logs in by a message of {@link generateSiweMessage} that the wallet signed.
 *
 * @throws ServiceError `invalid_credentials`, `disallowed_login_method`, `allowlist_rejected`, `max_accounts_reached`,
 *   `user_does_not_exist` with `disableSignup`
 */
export const loginWithSiwe = door(async () => (await import('./methods/wallet/acts.ts')).logInBySiwe);

/**
 * Logs in by a message of {@link generateSiwsMessage} that the wallet signed. Fails as {@link loginWithSiwe}.
 */
export const loginWithSiws = door(async () => (await import('./methods/wallet/acts.ts')).logInBySiws);

/**
 * Logs in by a connected wallet, which asks the person for one signature.
 *
 * @throws ServiceError `user_rejected_request`, `client_request_timeout`, `authentication_failed` where the wallet changed
 *   its account meanwhile, and as {@link loginWithSiwe}
 * @example
 * const wallet = await connectExternalWallet(client, { walletClientType: 'metamask' });
 * const { user } = await loginWithWallet(client, { wallet });
 */
export const loginWithWallet = door(async () => (await import('./methods/wallet/acts.ts')).logInByWallet);

/**
 * Mounts the hidden wallet frame ahead of its first use, for instance while the login modal is open and idle. Does nothing
 * on a page where a wallet cannot run.
 */
export const mountWalletFrame = door(
  async () => (await import('./wallets/embedded/mountWalletFrameNow.ts')).mountFrameAhead,
);

/**
 * Reads what a person should know before they agree to send a Solana transaction, from the host's node and all at once: fee,
 * balance, and what the node foresees. What the node does not answer is null.
 *
 * @param request what a sending operation's `sign` was handed, with the method `solana_signAndSendTransaction`
 * @throws ServiceError `unsupported_chain_id` without a node
 */
export const prepareSolanaTransaction = door(
  async () => (await import('./wallets/embedded/solana/prepare.ts')).prepareTransaction,
);

/**
 * Checks a transaction and reads everything that a review of it shows, in one round. Fails only for what no one could agree
 * to; what the chain has against it stands in `failure`.
 *
 * @param input.retryOf the hash of an attempt that failed: the nonce is chosen anew
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `invalid_data`, `unsupported_chain_id`
 * @example
 * const prepared = await prepareTransaction(client, { transaction: { to, value: '0x38d7ea4c68000' } });
 * if (await isApproved(prepared)) await submitTransaction(client, { prepared });
 */
export const prepareTransaction = door(async () => (await import('./transactions/acts.ts')).prepareForReview);

/**
 * Gets a wallet onto this device by what its recovery method asks for.
 *
 * @param input.password for `user-passcode`
 * @param input.accessToken for `google-drive` and `icloud`
 * @param input.address the user's embedded wallet by default
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `invalid_data` (the secret is missing),
 * `invalid_recovery_pin` (the password is wrong), `too_many_requests`, `recent_login_required`, `wallet_proxy_timeout`
 * @example
 * await recoverWallet(client, { password });
 */
export const recoverWallet = door(
  async () => (await import('./wallets/embedded/recovery/recoverBySecret.ts')).recoverBySecret,
);

/**
 * Shows the wallet to Solana code in this page that looks for wallets by the Wallet Standard. Does nothing at import: a
 * host calls it once its page wants that.
 *
 * @returns the function that takes the wallet away again
 * @example
 * const unregister = await registerSolanaWallet(client);
 */
export const registerSolanaWallet = door(
  async () => (await import('./wallets/embedded/solana/acts.ts')).announceWallet,
);

/**
 * Takes its part from a browser and logs it out: until a user logs in there again it opens no wallet. So does every
 * other session that logged in before, where it wants a key. A user who revokes the browser at hand is logged out here.
 *
 * What a browser was used for before stays done: if another user had it in their hands, move what the wallets hold.
 *
 * @throws ServiceError `must_be_authenticated`, `recent_login_required` (then `reauthenticate` and call again),
 *   `missing_or_invalid_mfa` as {@link signMessage}, `device_not_found`
 * @example
 * await revokeDevice(client, { id: device.id });
 */
export const revokeDevice = door(async () => (await import('./wallets/devices/devices.ts')).revokeKeyHolder);

/**
 * Signs a transaction and sends it by the host's node (`config.solana.rpcUrls`). With a `commitment` it waits until the network
 * is so sure of it, and sends the same transaction again where it was lost; without one it is sent, not yet confirmed.
 *
 * @param input.chain `'solana:mainnet'` by default
 * @param input.options as the Wallet Standard has them
 * @returns the transaction's id, in base 58
 * @throws ServiceError as {@link signSolanaTransaction}; `unsupported_chain_id` without a node, before the user is asked;
 * `transaction_failure` where the node refused it, it failed, or its block hash has ended (`details.error` is `expired`);
 * `network_error` and `client_request_timeout` where it may still arrive: then look for `details.signature` before you send another
 */
export const sendSolanaTransaction = door(
  async () => (await import('./wallets/embedded/solana/acts.ts')).sendSerialized,
);

/**
 * Signs a transaction and sends it to its chain, by the node of `config.rpcConfig` or `config.chains`. Without `send` it
 * shows nothing: then a wallet that is short, and a fee that no person would pay, are refused.
 *
 * @param input.send replaces this, for a host that asks the person first; user, wallet and transaction were checked before
 * @param input.waitForConfirmation whether to wait for the receipt. @default as configured, else true
 * @param input.retryOf the hash of an attempt that failed: what may still arrive is not sent twice
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `invalid_data`, `unsupported_chain_id`,
 * `insufficient_balance`, `transaction_failure` (with `details.hash` once it was signed), `network_error`
 * @example
 * const { hash, receipt } = await sendTransaction(client, { transaction: { to, value: 10n ** 15n } });
 */
export const sendTransaction = door(async () => (await import('./transactions/acts.ts')).sendNow);

/**
 * Sends a code to the removed address that undoes its removal, and does nothing else.
 *
 * @returns when another one may be asked for, Unix ms
 * @throws ServiceError `not_found`, `too_many_requests`, `delivery_failed`
 */
export const sendUndoCode = door(async () => (await import('./methods/changes/undo.ts')).sendCodeToRemoved);

/**
 * Changes how a wallet is recovered, on a device that holds it. Until it is done the old way works, after it only the new.
 *
 * @throws ServiceError as {@link recoverWallet}, `missing_or_invalid_mfa` as {@link signMessage}, `recent_login_required` (confirm it by `reauthenticate`),
 * `recovery_changed` (changed elsewhere meanwhile), `not_supported` (a Solana wallet recovers automatically)
 * @example
 * await setRecovery(client, { method: 'user-passcode', password });
 */
export const setRecovery = door(
  async () => (await import('./wallets/embedded/recovery/changeRecovery.ts')).changeRecovery,
);

/**
 * Signs a text, or bytes given as 0x and hex digits (EIP-191, `personal_sign`). Shows nothing: the caller has asked.
 *
 * Where the wallet wants a second factor, it waits until one is verified: the modal asks, or the host
 * (`registerMfaListener`). So does every operation that opens the wallet.
 *
 * @param input.sign replaces direct signing, for a host that asks the person first; user, wallet and message were checked
 * before it is called
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `invalid_message`, `wallet_proxy_timeout`;
 * `missing_or_invalid_mfa` where no one asks for the second factor, `mfa_timeout`,
 * `mfa_verification_max_attempts_reached`, `user_rejected_request` where the person cancelled
 * @example
 * const signature = await signMessage(client, { message: 'Hello' });
 */
export const signMessage = door(
  async () => (await import('./wallets/embedded/signing/signChecked.ts')).signText,
);

/**
 * Signs a prepared transaction, and does not send it.
 *
 * @returns the signed transaction, as `eth_sendRawTransaction` takes it
 * @throws ServiceError what could not be read of the chain, and what signing throws
 */
export const signPreparedTransaction = door(
  async () => (await import('./transactions/acts.ts')).signPrepared,
);

/**
 * Signs a request that an operation's `sign` was handed: checked, and put to the person by the host. Shows nothing.
 *
 * @returns 0x and hex digits for Ethereum, base 58 for Solana
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `wallet_proxy_timeout`, `unable_to_sign`
 */
export const signRequest = door(
  async () => (await import('./wallets/embedded/signing/signChecked.ts')).signChecked,
);

/**
 * Signs a text with the user's Solana wallet. Shows nothing: the caller has asked. A text that is a transaction of this
 * wallet is refused.
 *
 * @returns the signature, in base 58
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `invalid_message`, `wallet_proxy_timeout`
 * @example
 * const signature = await signSolanaMessage(client, { message: 'Hello' });
 */
export const signSolanaMessage = door(
  async () => (await import('./wallets/embedded/solana/acts.ts')).signText,
);

/**
 * Signs a transaction with the user's Solana wallet, given and returned as libraries serialise it; signatures that it has
 * already stay. Shows nothing: the caller has asked.
 *
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `invalid_data` for what is no transaction, or
 * none that this wallet signs, `wallet_proxy_timeout`
 */
export const signSolanaTransaction = door(
  async () => (await import('./wallets/embedded/solana/acts.ts')).signSerialized,
);

/**
 * Signs a transaction without sending it: its nonce is the wallet's next one, which the next transaction takes as well.
 *
 * @param input.sign replaces direct signing, for a host that asks the person first
 * @returns the signed transaction, as `eth_sendRawTransaction` takes it
 * @throws ServiceError as {@link sendTransaction}
 */
export const signTransaction = door(async () => (await import('./transactions/acts.ts')).signNow);

/**
 * Signs typed structured data (EIP-712, `eth_signTypedData_v4`). Shows nothing: the caller has asked.
 *
 * @param input.sign as in {@link signMessage}
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `invalid_data`, `wallet_proxy_timeout`
 */
export const signTypedData = door(
  async () => (await import('./wallets/embedded/signing/signChecked.ts')).signStructure,
);

/**
 * Signs and sends a transaction that waits anew for a higher fee, under the same nonce: the chain takes one of the two.
 *
 * @param input.sign replaces direct signing, as `approveRequest` does
 * @returns the hash of the new one; a caller who waits for the earlier one gets its receipt
 * @throws ServiceError as {@link cancelTransaction}
 */
export const speedUpTransaction = door(async () => (await import('./transactions/acts.ts')).sendForMore);

/**
 * Signs and sends what {@link prepareTransaction} prepared and a person agreed to. It is kept in this browser until a chain
 * has it, so that a page that is closed in between neither loses nor doubles it.
 *
 * @param input.sign replaces direct signing, as `approveRequest` does
 * @returns its hash
 * @throws ServiceError `transaction_failure` with `details.hash`, what could not be read of the chain, and what signing throws
 */
export const submitTransaction = door(async () => (await import('./transactions/acts.ts')).submitPrepared);

/**
 * Undoes the removal of an address: it is put back, every session of the user ends, and wallet and account stay as they
 * are for a day.
 *
 * @throws ServiceError `invalid_credentials` for a wrong code, `not_found`, `cannot_unlink_sole_account` without
 *   `leaveNewAccount`; the code is used then
 * @example
 * const { holdUntil } = await undoRemoval(client, { reference, code: '123456' });
 */
export const undoRemoval = door(async () => (await import('./methods/changes/undo.ts')).putBack);

/**
 * Takes an account of any kind from the user. Fails as {@link unlinkEmail} does.
 *
 * @param input.handle what names the account: address, number, `fid`, id at Telegram, credential id, or at a provider
 *   `{ provider, subject }`
 * @example
 * const user = await unlinkAccount(client, { method: 'telegram', handle: account.telegramUserId });
 */
export const unlinkAccount = door(async () => (await import('./methods/changes/unlink.ts')).removeAccount);

/**
 * Takes an e-mail address from the user.
 *
 * @returns the user without it
 * @throws ServiceError `must_be_authenticated`, `not_found` where the user does not have it, `cannot_unlink_sole_account`
 *   for the last way in, `recent_login_required`, `missing_or_invalid_mfa` as {@link signMessage}
 * @example
 * const user = await unlinkEmail(client, 'you@company.example');
 */
export const unlinkEmail = door(async () => (await import('./methods/changes/unlink.ts')).removeEmail);

/**
 * Takes a phone number from the user. Fails as {@link unlinkEmail} does.
 *
 * @param phoneNumber with its calling code, in any writing
 */
export const unlinkPhone = door(async () => (await import('./methods/changes/unlink.ts')).removePhone);

/**
 * Takes a wallet that the person brought from the user. Fails as {@link unlinkEmail} does.
 *
 * @param input.chainType where the address alone does not say it. @default by the form of the address
 */
export const unlinkWallet = door(async () => (await import('./methods/wallet/acts.ts')).removeWallet);

/**
 * Waits for the receipt of a transaction, sending it again where the node has lost it.
 *
 * @param input.signal ends the waiting; the transaction goes on
 * @throws ServiceError `transaction_failure` where it was reverted, cancelled or replaced, with `details.hash`;
 * `client_request_timeout` after 10 minutes, `unsupported_chain_id`
 */
export const waitForReceipt = door(async () => (await import('./transactions/acts.ts')).waitUntilMined);
