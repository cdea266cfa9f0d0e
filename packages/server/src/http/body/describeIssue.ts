import * as v from 'valibot';

export interface Problem {
  /** Path of the field, such as `allowlist_config.cta_link`; empty for the value as a whole. */
  field: string;
  problem: string;
}

/**
 * Describes a problem that a schema found, without the value, which may be a code, an address or a key.
 *
 * @param issue the first issue of a check
 */
export function describeIssue(issue: v.BaseIssue<unknown>): Problem {
  const field = v.getDotPath(issue) ?? '';
  if (issue.type === 'strict_object' && issue.expected === 'never')
    return { field, problem: 'is not a known field' };
  if (issue.expected !== null && issue.received === 'undefined') return { field, problem: 'is missing' };
  // Messages of valibot quote the value. Messages of our own schemas do not.
  const isOwnText = !/\breceived\b/i.test(issue.message);
  if (isOwnText) return { field, problem: issue.message };
  return { field, problem: issue.expected ? `must be ${issue.expected}` : 'is not valid' };
}
