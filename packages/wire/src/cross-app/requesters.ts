import * as v from 'valibot';
import { about } from '../about.ts';
import * as limits from '../limits.ts';

const appId = () =>
  v.pipe(v.string(), v.regex(/^[a-z0-9-]{25}$/, 'must be 25 lower-case letters, digits or hyphens'));
const readOnly = () =>
  about('If true, the requester may see addresses only and cannot request signatures.', v.boolean());

/** Apps and pages that may ask users of this app for the use of their wallets. */
export const crossAppRequestersSchema = () =>
  v.pipe(
    v.array(
      v.union([
        v.strictObject({
          app_id: about('Id of another app of this deployment.', appId()),
          read_only: readOnly(),
        }),
        v.strictObject({
          origin: about(
            'Exact origin of pages that use the published connector, such as `https://game.example`.',
            v.pipe(v.string(), v.maxLength(253)),
          ),
          read_only: readOnly(),
        }),
      ]),
    ),
    v.maxLength(limits.crossAppRequesters),
  );
