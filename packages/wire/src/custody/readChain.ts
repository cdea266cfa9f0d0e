import * as v from 'valibot';
import { custodyCodes } from '../codes.ts';
import { parentOrigin } from '../fields.ts';
import { route } from '../route.ts';
import type { InputOf, OutputOf } from '../schema.ts';

/** Most questions of one call: a transaction of a person's names fewer contracts. */
export const mostChainQuestions = 16;

const ethereumAddress = () => v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address'));

/**
 * What may be asked of a chain. A question is one of these and an address, never a method of JSON-RPC.
 *
 * Threat: a page that has a session would else use the operator's node as its own, at the operator's price.
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

/** The answer to a question; null is what no node said. */
export const chainAnswerSchema = () =>
  v.variant('about', [
    v.object({ about: v.literal('code'), has_code: v.nullable(v.boolean()) }),
    v.object({
      about: v.literal('token'),
      kind: v.nullable(v.picklist(['token', 'collection'])),
      /** The contract's own word, without signs that hide or reorder text, 20 characters at most. */
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
    /** One for each question, in their order. */
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
  summary: "What an Ethereum chain says of the addresses of a request, by the operator's node.",
});
