import {
  type AllowlistEntry,
  type AllowlistType,
  allowlistTypes,
  operatorAllowlistRoutes,
} from '@latchkey/wire';
import { serviceCommand } from '../api/index.ts';
import { commandError } from '../command/index.ts';

const entryArguments = ['app_id', 'type', 'value'] as const;

const lineOf = ({ acceptedAt, type, value }: Pick<AllowlistEntry, 'acceptedAt' | 'type' | 'value'>): string =>
  `${type}  ${value}  ${acceptedAt === null ? 'not signed up' : `since ${new Date(acceptedAt * 1_000).toISOString()}`}`;

function typeOf(text: string): AllowlistType {
  const type = allowlistTypes.find((one) => one === text);
  if (type === undefined) {
    throw commandError(`"${text}" is no type of an entry: ${allowlistTypes.join(', ')}.`, 'usage');
  }
  return type;
}

export const allowlistList = serviceCommand(
  {
    words: 'allowlist list',
    about: 'Lists who may use an app while its allowlist is on.',
    arguments: ['app_id'],
    role: 'support',
  },
  async ({ call }, { arguments: { app_id: id } }) => {
    const entries = await call(operatorAllowlistRoutes.listOf, { params: { id } });
    return { json: entries, text: entries.map(lineOf).join('\n') || 'The allowlist is empty.' };
  },
);

export const allowlistAdd = serviceCommand(
  {
    words: 'allowlist add',
    about: 'Adds an entry: domain, email, phone or wallet.',
    arguments: entryArguments,
    role: 'support',
  },
  async ({ call }, { arguments: { app_id: id, type, value } }) => {
    const body = { type: typeOf(type), value };
    const entry = await call(operatorAllowlistRoutes.addTo, { params: { id }, body });
    return { json: entry, text: lineOf(entry) };
  },
);

export const allowlistRemove = serviceCommand(
  {
    words: 'allowlist remove',
    about: 'Removes an entry. Existing sessions continue.',
    arguments: entryArguments,
    role: 'support',
  },
  async ({ call }, { arguments: { app_id: id, type, value } }) => {
    const body = { type: typeOf(type), value };
    const entry = await call(operatorAllowlistRoutes.removeFrom, { params: { id }, body });
    return { json: entry, text: `Removed ${type} ${value}.` };
  },
);
