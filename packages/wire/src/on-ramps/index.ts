/**
 * Records of the on-ramps, which sell coins for money: names, accounts, names of secrets, routes, limits and schemas,
 * one file each. The app settings, secret names and funding routes are derived from these lists.
 */
import { coinbaseLimits, coinbaseRecord, coinbaseRoutes, coinbaseSchemas } from './coinbase.ts';
import { moonpayLimits, moonpayRecord, moonpayRoutes, moonpaySchemas } from './moonpay.ts';
import type { OnRampRecord, OnRampSchemas } from './record.ts';

export * from './coinbase.ts';
export * from './moonpay.ts';
export type { OnRampRecord } from './record.ts';

/** Registry of on-ramps, by their names on the wire and in an app's settings. */
export const onRamps = {
  moonpay: moonpayRecord,
  'coinbase-onramp': coinbaseRecord,
} as const satisfies Readonly<Record<string, OnRampRecord>>;

export const onRampRoutes = {
  ...moonpayRoutes,
  ...coinbaseRoutes,
} as const;

export const onRampLimits = {
  ...moonpayLimits,
  ...coinbaseLimits,
} as const;

/** Provider that sells coins for money, by its wire name. */
export type FundingProvider = keyof typeof onRamps;
export const fundingProviders = /* @__PURE__ */ Object.keys(onRamps) as FundingProvider[];

type OnRamp = (typeof onRamps)[FundingProvider];
/** Name of an on-ramp's way to fund, as clients use it. */
export type OnRampWay = OnRamp['way'];
/** Returns the provider of a way to fund; null if the way is not an on-ramp. */
export const findFundingProvider = (way: string): FundingProvider | null =>
  fundingProviders.find((provider) => onRamps[provider].way === way) ?? null;
/** Name of a secret that an app has at an on-ramp. */
export type OnRampSecretName = OnRamp['secrets'][number];
const listSecretNames = () =>
  Object.values<OnRamp>(onRamps).flatMap(({ secrets }): readonly OnRampSecretName[] => secrets);
export const onRampSecretNames = /* @__PURE__ */ listSecretNames();

const listMethods = (): readonly (FundingProvider | 'external')[] => [...fundingProviders, 'external'];
/** Ways to fund a wallet, by their wire names. */
export const fundingMethods = /* @__PURE__ */ listMethods();

const schemasByProvider = () =>
  ({
    moonpay: moonpaySchemas(),
    'coinbase-onramp': coinbaseSchemas(),
  }) satisfies {
    readonly [Provider in FundingProvider]: OnRampSchemas<(typeof onRamps)[Provider]['account']>;
  };

type Schemas = ReturnType<typeof schemasByProvider>[FundingProvider];
type Intersection<Union> = (Union extends unknown ? (value: Union) => void : never) extends (
  value: infer All,
) => void
  ? All
  : never;

/** Merges one part of all on-ramps' schemas, such as the entries of `funding_providers`. */
export const onRampEntries = <Part extends keyof Schemas>(part: Part) =>
  Object.assign({}, ...Object.values(schemasByProvider()).map((schemas) => schemas[part])) as Intersection<
    Schemas[Part]
  >;
