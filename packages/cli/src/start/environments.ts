import type { StartPlan } from './planStart.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Contract that accepts deposits for the sandbox's quote service, on both of its networks.
 *
 * @internal
 */
export const sandboxDepository = '0xA7FABc1b8bF52AF28EE842153E96B95192bb5081';

export function addressesOf({ ports }: StartPlan, env: Environment) {
  const sandbox = `http://localhost:${ports.sandbox}`;
  return {
    service: env.LATCHKEY_TUNNEL_URL || env.LATCHKEY_URL || `http://localhost:${ports.service}`,
    hosted: env.LATCHKEY_HOSTED_URL || `http://localhost:${ports.hosted}`,
    sandbox,
    chain: `${sandbox}/chain`,
    secondChain: `${sandbox}/chain2`,
  };
}

/** Returns the sandbox's variables. It serves the demo, too. */
export function sandboxEnvironment(plan: StartPlan, env: Environment, demoAppId: string): Environment {
  const { ports } = plan;
  return {
    ...env,
    LATCHKEY_SANDBOX_PORT: String(ports.sandbox),
    LATCHKEY_SANDBOX_SMTP_PORT: String(ports.mail),
    LATCHKEY_SANDBOX_EVENTS_URL: `http://localhost:${ports.service}/api/v1/apps/${demoAppId}/funding/webhooks`,
    LATCHKEY_DEMO_PORT: String(ports.demo),
    LATCHKEY_DEMO_API_URL: addressesOf(plan, env).service,
  };
}

/** Returns the service's variables. Third parties that the environment does not set are those of the sandbox. */
export function serviceEnvironment(plan: StartPlan, env: Environment): Environment {
  const { chain, hosted, sandbox, secondChain } = addressesOf(plan, env);
  const { dataDir, ports } = plan;
  const standIns = {
    LATCHKEY_SMTP_URL: `smtp://localhost:${ports.mail}`,
    LATCHKEY_TURNSTILE_URL: sandbox,
    LATCHKEY_FARCASTER_API_URL: `${sandbox}/farcaster/api`,
    LATCHKEY_FARCASTER_RELAY_URL: `${sandbox}/farcaster/relay`,
    LATCHKEY_FARCASTER_RPC_URL: `${sandbox}/farcaster/rpc`,
    LATCHKEY_GOOGLE_URL: sandbox,
    LATCHKEY_OAUTH_URL: `${sandbox}/oauth`,
    LATCHKEY_CLOUDKIT_URL: sandbox,
    LATCHKEY_TELEGRAM_URL: sandbox,
    LATCHKEY_PRICES_URL: `${sandbox}/prices/api/v3`,
    LATCHKEY_MOONPAY_URL: sandbox,
    LATCHKEY_COINBASE_URL: sandbox,
    LATCHKEY_QUOTES_URL: `${sandbox}/bridge`,
    LATCHKEY_QUOTES_TEST_URL: `${sandbox}/bridge/test`,
    LATCHKEY_CHAINS: `31337=${chain},31338=${secondChain}`,
    LATCHKEY_SMS_URL: `twilio+http://ACsandbox:sandbox@localhost:${ports.sandbox}?from=%2B15005550006`,
  };
  return {
    ...standIns,
    ...env,
    ...(env.LATCHKEY_QUOTES_URL === undefined && {
      LATCHKEY_QUOTE_DEPOSITS: `31337=${sandboxDepository},31338=${sandboxDepository}`,
    }),
    LATCHKEY_PORT: String(ports.service),
    LATCHKEY_HOSTED_URL: hosted,
    LATCHKEY_DATA_DIR: dataDir,
  };
}

export function hostedEnvironment(plan: StartPlan, env: Environment): Environment {
  const { chain, hosted, sandbox, secondChain } = addressesOf(plan, env);
  const chains = [
    { id: 31337, name: 'Sandbox', rpc_url: chain, testnet: true },
    { id: 31338, name: 'Second sandbox', rpc_url: secondChain, testnet: true },
  ];
  return {
    LATCHKEY_TURNSTILE_URL: sandbox,
    LATCHKEY_HOSTED_CHAINS: JSON.stringify(chains),
    ...env,
    LATCHKEY_URL: env.LATCHKEY_URL || `http://localhost:${plan.ports.service}`,
    LATCHKEY_HOSTED_URL: hosted,
    LATCHKEY_HOSTED_PORT: String(plan.ports.hosted),
  };
}
