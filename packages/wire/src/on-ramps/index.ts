/**
 * Records of the on-ramps, which sell coins for money: names, accounts, secrets, routes and schemas, one file each.
 * Settings and names of secrets are made of the list.
 */
import { coinbaseRecord, coinbaseSchemas } from './coinbase.ts';
import { moonpayRecord, moonpaySchemas } from './moonpay.ts';
import type { OnRampRecord, OnRampSchemas } from './record.ts';

export * from './coinbase.ts';
export * from './moonpay.ts';
export type { OnRampRecord } from './record.ts';

/** The on-ramps, by the name that the wire and the settings of an app have for each. */
export const onRamps = {
  moonpay: moonpayRecord,
  'coinbase-onramp': coinbaseRecord,
} as const satisfies Readonly<Record<string, OnRampRecord>>;

/** A provider that sells coins for money, by the wire's name. */
export type FundingProvider = keyof typeof onRamps;
export const fundingProviders = /* @__PURE__ */ Object.keys(onRamps) as FundingProvider[];

type OnRamp = (typeof onRamps)[FundingProvider];
/** Name of the way to fund by an on-ramp, in clients. */
export type OnRampWay = OnRamp['way'];
/** Name of a secret of an app's at an on-ramp. */
export type OnRampSecretName = OnRamp['secrets'][number];
const listSecretNames = () =>
  Object.values<OnRamp>(onRamps).flatMap(({ secrets }): readonly OnRampSecretName[] => secrets);
export const onRampSecretNames = /* @__PURE__ */ listSecretNames();

const listMethods = (): readonly (FundingProvider | 'external')[] => [...fundingProviders, 'external'];
/** Ways to fund a wallet, by the wire's names. */
export const fundingMethods = /* @__PURE__ */ listMethods();

/** The schemas of each on-ramp. */
const schemasByProvider = () =>
  ({ moonpay: moonpaySchemas(), 'coinbase-onramp': coinbaseSchemas() }) satisfies {
    readonly [Provider in FundingProvider]: OnRampSchemas<(typeof onRamps)[Provider]['account']>;
  };

type Schemas = ReturnType<typeof schemasByProvider>[FundingProvider];
type Intersection<Union> = (Union extends unknown ? (value: Union) => void : never) extends (
  value: infer All,
) => void
  ? All
  : never;

/** Returns the entries that the on-ramps have for `funding_providers`, stored or changed, or for `funding_services`. */
export const onRampEntries = <Part extends keyof Schemas>(part: Part) =>
  Object.assign({}, ...Object.values(schemasByProvider()).map((schemas) => schemas[part])) as Intersection<
    Schemas[Part]
  >;
