import * as v from 'valibot';
import { custodyCodes } from '../codes.ts';
import { parentOrigin } from '../fields.ts';
import { route } from '../route.ts';
import type { InputOf, OutputOf } from '../schema.ts';

/** Maximum number of questions in one call. */
export const mostChainQuestions = 16;

const ethereumAddress = () => v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address'));

/**
 * Question to a chain: one of these types and an address, never a JSON-RPC method.
 *
 * An attacker with a session could otherwise send any call to the operator's node, at the operator's cost.
 */
export const chainQuestionSchema = () =>
  v.variant('about', [
    /** Asks if the address has a contract. */
    v.strictObject({ about: v.literal('code'), address: ethereumAddress() }),
    /** Asks for the decimals and symbol of a token, or if the address is a collection (ERC-721). */
    v.strictObject({ about: v.literal('token'), address: ethereumAddress() }),
    /** Asks for the balance of an account: of the chain's coin, or of `token`. */
    v.strictObject({
      about: v.literal('balance'),
      address: ethereumAddress(),
      token: v.optional(ethereumAddress()),
    }),
  ]);
export type ChainQuestion = InputOf<typeof chainQuestionSchema>;

/** Answer to a question. A fact is null if the node did not report it, or if what it reported is not conclusive. */
export const chainAnswerSchema = () =>
  v.variant('about', [
    v.object({ about: v.literal('code'), has_code: v.nullable(v.boolean()) }),
    v.object({
      about: v.literal('token'),
      kind: v.nullable(v.picklist(['token', 'collection'])),
      /** Symbol that the contract reports, without characters that hide or reorder text, at most 20 characters. */
      symbol: v.nullable(v.string()),
      decimals: v.nullable(v.number()),
    }),
    v.object({
      about: v.literal('balance'),
      /** In the smallest unit, decimal digits. */
      amount: v.nullable(v.string()),
    }),
  ]);
export type ChainAnswer = OutputOf<typeof chainAnswerSchema>;

export const readChainBodySchema = () =>
  v.strictObject({
    parent_origin: parentOrigin(),
    chain_id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    questions: v.pipe(v.array(chainQuestionSchema()), v.minLength(1), v.maxLength(mostChainQuestions)),
  });
export type ReadChainBody = InputOf<typeof readChainBodySchema>;
export const readChainReplySchema = () =>
  v.object({
    /** One answer for each question, in the same order. */
    answers: v.array(chainAnswerSchema()),
  });
export type ReadChainReply = OutputOf<typeof readChainReplySchema>;

export const readChainRoute = /* @__PURE__ */ route<ReadChainBody, ReadChainReply>({
  name: 'frame.readChain',
  method: 'POST',
  path: '/api/v1/frame/chain/read',
  auth: 'frame',
  retry: 'safe',
  codes: [...custodyCodes, 'too_many_requests'],
  summary:
    "Returns facts that an Ethereum chain has about the addresses of a request, from the operator's node.",
});
