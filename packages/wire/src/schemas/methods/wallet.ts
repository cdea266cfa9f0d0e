import * as v from 'valibot';
import * as limits from '../../limits.ts';
import { loginModes } from '../../methods/email.ts';
import { captchaToken } from '../captcha.ts';
import { tokenReplySchema } from '../session.ts';
import { proofBody, transferNonce } from './proof-body.ts';

/** An address of Ethereum, in any case: its checksum is asked of the message. */
const ethereumAddress = () =>
  v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/, 'The address must be 0x and 40 hexadecimal digits'));
/** An address of Solana: the base58 of 32 bytes. */
const solanaAddress = () =>
  v.pipe(
    v.string(),
    v.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'The address must be one of Solana, in base58'),
  );

/** A chain of Ethereum (CAIP-2). */
const chainId = () =>
  v.optional(
    v.nullable(
      v.pipe(
        v.string(),
        v.maxLength(41),
        v.regex(/^eip155:[1-9]\d{0,15}$/, 'The chain must be one such as eip155:1'),
      ),
    ),
  );
/** What the client says of the wallet; nothing proves it. */
const clientName = () => v.optional(v.nullable(v.pipe(v.string(), v.maxLength(64))));
const client = { walletClientType: clientName(), connectorType: clientName() };
const message = () => v.pipe(v.string(), v.minLength(1), v.maxLength(limits.signInMessageLength));
const mode = () => v.optional(v.nullable(v.picklist(loginModes)));

/** Of a key 65 bytes; of a contract (ERC-1271, ERC-6492) as many as its code reads, within a limit. */
const bytesInHex = () =>
  v.pipe(
    v.string(),
    v.maxLength(2 + 2 * limits.walletSignatureBytes),
    v.regex(/^0x(?:[0-9a-fA-F]{2})+$/, 'The signature must be bytes in hexadecimal'),
  );
/** The 64 bytes of an Ed25519 signature. */
const signatureInBase64 = () =>
  v.pipe(
    v.string(),
    v.maxLength(88),
    v.regex(/^[A-Za-z0-9+/]{86}(?:==)?$/, 'The signature must be 64 bytes in base64'),
  );

const signed = { message: message(), signature: bytesInHex(), chainId: chainId(), ...client };
const solanaSigned = { message: message(), signature: signatureInBase64(), ...client };

/** `expires_at` is an ISO 8601 time. */
export const walletNonceSchema = v.object({ nonce: v.string(), address: v.string(), expires_at: v.string() });
export type WalletNonce = v.InferOutput<typeof walletNonceSchema>;
export const walletAuthenticateReplySchema = tokenReplySchema;

/** Sign-In with Ethereum (EIP-4361). */
export const walletInitBodySchema = v.object({ address: ethereumAddress(), token: captchaToken() });
export type WalletInitBody = v.InferInput<typeof walletInitBodySchema>;
export const walletLinkBodySchema = proofBody(signed);
export type WalletLinkBody = v.InferInput<typeof walletLinkBodySchema>;
export const walletAuthenticateBodySchema = proofBody({ ...signed, mode: mode() });
export type WalletAuthenticateBody = v.InferInput<typeof walletAuthenticateBodySchema>;
/** Of a wallet that is a contract its chain too; a key's is its address alone. */
export const unlinkWalletBodySchema = v.object({ address: ethereumAddress(), chainId: chainId() });
export type UnlinkWalletBody = v.InferInput<typeof unlinkWalletBodySchema>;
export const walletTransferBodySchema = proofBody({
  nonce: transferNonce(),
  address: ethereumAddress(),
  chainId: chainId(),
  ...client,
});
export type WalletTransferBody = v.InferInput<typeof walletTransferBodySchema>;

/** The same with Solana. */
export const solanaWalletInitBodySchema = v.object({ address: solanaAddress(), token: captchaToken() });
export type SolanaWalletInitBody = v.InferInput<typeof solanaWalletInitBodySchema>;
export const solanaWalletLinkBodySchema = proofBody(solanaSigned);
export type SolanaWalletLinkBody = v.InferInput<typeof solanaWalletLinkBodySchema>;
export const solanaWalletAuthenticateBodySchema = proofBody({ ...solanaSigned, mode: mode() });
export type SolanaWalletAuthenticateBody = v.InferInput<typeof solanaWalletAuthenticateBodySchema>;
export const unlinkSolanaWalletBodySchema = v.object({ address: solanaAddress() });
export type UnlinkSolanaWalletBody = v.InferInput<typeof unlinkSolanaWalletBodySchema>;
export const solanaWalletTransferBodySchema = proofBody({
  nonce: transferNonce(),
  address: solanaAddress(),
  ...client,
});
export type SolanaWalletTransferBody = v.InferInput<typeof solanaWalletTransferBodySchema>;

/** What confirms a login by either: one says of what chain it is by its signature. */
export const walletProofSchema = proofBody({
  method: v.literal('wallet'),
  message: message(),
  signature: v.union([bytesInHex(), signatureInBase64()]),
  chainId: chainId(),
});
