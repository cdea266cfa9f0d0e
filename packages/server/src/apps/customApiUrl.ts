import type { AppInput } from '@latchkey/wire';
import type { Problem } from '../http/index.ts';
import { originProblem } from './origins.ts';

/**
 * What is wrong with an app's own address of the service, or null. It is a subdomain of the app's domain, such as
 * https://privy.example.com for the pages of https://app.example.com, so that the cookies which are set there are the
 * app's own.
 */
export function customApiUrlProblem(input: AppInput, production: boolean): Problem | null {
  const field = 'custom_api_url';
  const url = input.custom_api_url ?? null;
  if (url === null) return null;
  const problem = url.includes('*') ? 'must not hold a *' : originProblem(url, production);
  if (problem) return { field, problem };
  const { hostname, protocol } = new URL(url);
  if (protocol !== 'https:') return { field, problem: 'must be https' };
  // Cookies of a whole top-level domain, or of an address of numbers, are set by no browser.
  if (hostname.split('.').length < 3 || !/[a-z]$/.test(hostname)) {
    return { field, problem: "must be a subdomain of the app's domain, such as https://privy.example.com" };
  }
  // The wallet frame lives there: scripts of a host page on the same origin could reach into it.
  if (input.allowed_origins?.includes(url)) {
    return { field, problem: 'must not be one of allowed_origins' };
  }
  return null;
}
