/**
 * Verifies signatures of Ethereum accounts: reads sign-in messages (EIP-4361), checks signatures of keys and of
 * contracts (EIP-191, ERC-1271, ERC-6492), reads contracts over JSON-RPC. Owns no data. Uses `crypto`, and `outbound`
 * to call the nodes that the operator configured.
 */
export { callNode, type NodeAnswer, type NodeQuestion } from './callNode.ts';
export { type ChainReader, createChainReader } from './createChainReader.ts';
export { isSignedBy, recoverSigner } from './isSignedBy.ts';
export { type ContractSignature, isSignedByContract } from './isSignedByContract.ts';
export { readSignInMessage, type SignInMessage } from './readSignInMessage.ts';
export { authority, time, toTimeMs, uri } from './signInGrammar.ts';
