import * as v from 'valibot';

/** Chain that hosted pages send transactions to, and a node of it that browsers may call. */
export type HostedChain = v.InferOutput<typeof chainSchema>;

export interface HostedConfig {
  readonly production: boolean;
  /** Public address of the service, an origin without a trailing slash. */
  readonly url: string;
  /** Public address of these pages, an origin without a trailing slash. */
  readonly hostedUrl: string;
  readonly port: number;
  readonly bind: readonly string[];
  readonly chains: readonly HostedChain[];
  /** Origin of Turnstile, whose script the login of some apps loads. */
  readonly turnstileUrl: string;
  /** Time for which a stopping process still accepts connections, in seconds. */
  readonly drainS: number;
}

const text = (longest: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(longest));
const address = () =>
  v.pipe(
    text(2_048),
    v.check((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)),
  );

const chainSchema = v.strictObject({
  id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  name: text(64),
  rpc_url: address(),
  symbol: v.optional(text(16)),
  decimals: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(36))),
  explorer_url: v.optional(address()),
  testnet: v.optional(v.boolean()),
});
const chainsSchema = v.pipe(
  v.array(chainSchema),
  v.maxLength(30),
  v.check((chains) => new Set(chains.map(({ id }) => id)).size === chains.length),
);

/** Reads the list of chains. Returns undefined if it is invalid. */
export function readHostedChains(json: string): readonly HostedChain[] | undefined {
  try {
    const parsed = v.safeParse(chainsSchema, JSON.parse(json));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}
