/**
 * The border between the vault and the export page beside it: two documents of one origin in one host page. The page
 * shows what a person takes out; the vault opens it, so that one place holds keys and works where storage is refused.
 */
import type { ChainType } from '@latchkey/wire';
import { isIndex, isOneOf, isPlainObject, isText } from './payloads.ts';
import { toFrameError } from './refusal.ts';

/** What a person can take out of a wallet. */
export type ExportKind = 'key' | 'phrase' | 'kit';

/** A wallet of an entropy: by its address or, from the newest published clients, by its place. */
export type WalletName =
  | { readonly address: string }
  | { readonly chainType: ChainType; readonly index: number };

/** What the export page asks of the vault. */
export interface ExportRequest {
  /** The caller's token, which the vault has checked like that of any message. */
  readonly token: string;
  readonly wallet: WalletName;
  /** The wallet at index 0 of its entropy. */
  readonly primaryAddress: string;
  readonly what: ExportKind;
  /** Of an exit kit: what it is opened with. */
  readonly password?: string;
}

/** The vault's answer: the text that was asked for, or why not. */
export type ExportAnswer =
  | { readonly id: string; readonly text: string }
  | { readonly id: string; readonly error: ReturnType<typeof toFrameError> };

const kinds: readonly unknown[] = ['key', 'phrase', 'kit'] satisfies ExportKind[];
/** Tells these messages from those of a host page, which begin with `privy:`. */
const channel = 'latchkey:export';

/** An ask as it travels. */
export const toExportMessage = (id: string, request: ExportRequest) => ({ channel, id, request });

/** Where a page stands: its own window and that of its host. */
export interface Family {
  readonly self: unknown;
  readonly parent: unknown;
  readonly origin: string;
  readonly pathname: string;
}

/** The facts of a message that no script can forge, and what it says. */
export interface WindowMessage {
  readonly source: unknown;
  readonly origin: string;
  readonly data: unknown;
}

/**
 * Reads an ask of the export page of the same app in the same host page; null for anything else.
 *
 * Threat: a host page that asks for a key. No script of its own can have this origin, and none of ours but the export
 * page stands at that path.
 */
export function readExportRequest(
  message: WindowMessage,
  family: Family,
): { id: string; request: ExportRequest } | null {
  if (!isBeside(message.source, message.origin, family, `${family.pathname}/export`)) return null;
  const { data } = message;
  if (
    !isPlainObject(data) ||
    data.channel !== channel ||
    !isText(64)(data.id) ||
    !isPlainObject(data.request)
  )
    return null;
  const { token, wallet, primaryAddress, what, password } = data.request;
  if (!isText(8192)(token) || !isWalletName(wallet) || !isText(64)(primaryAddress) || !kinds.includes(what))
    return null;
  if ((what === 'kit') !== isText(1024)(password)) return null;
  return { id: data.id as string, request: data.request as unknown as ExportRequest };
}

function isWalletName(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const { address, chainType, index } = value;
  if (address !== undefined) return isText(64)(address);
  return isOneOf('ethereum', 'solana')(chainType) && isIndex(index);
}

/** Reads the vault's answer to the export page; null for anything else. */
export function readExportAnswer(message: WindowMessage, family: Family): ExportAnswer | null {
  if (!isBeside(message.source, message.origin, family, toVaultPath(family.pathname))) return null;
  const { data } = message;
  return isPlainObject(data) && data.channel === channel ? (data as unknown as ExportAnswer) : null;
}

/** Answers the export page, and no one who came into its window since: a page of another origin hears nothing. */
export function answerExport(source: unknown, origin: string, answer: ExportAnswer): void {
  (source as Window).postMessage({ channel, ...answer }, origin);
}

/** An answer that tells of a failure. */
export const toExportError = (id: string, error: unknown): ExportAnswer => ({
  id,
  error: toFrameError(error),
});

/** The window of the vault in the same host page, or null while there is none. */
export function findVault(family: Family): Window | null {
  const host = family.parent as Window;
  for (let index = 0; index < host.length; index += 1) {
    const candidate = host[index];
    if (candidate && isAt(candidate, family, toVaultPath(family.pathname))) return candidate;
  }
  return null;
}

const toVaultPath = (pagePath: string) => pagePath.replace(/\/(?:approve|export)$/, '');

/** Whether a message comes from a page of ours at a path of ours, in the same host page. */
export function isBeside(source: unknown, origin: string, family: Family, pathname: string): boolean {
  // At top level there is no host, and a page that is its own parent would take itself for one.
  if (family.parent === family.self || origin !== family.origin || source === null) return false;
  return isAt(source as Window, family, pathname);
}

/** Whether a window stands in this host page and shows this path of ours. Another origin's tells neither. */
function isAt(window: Window, family: Family, pathname: string): boolean {
  try {
    const { location, parent } = window;
    return parent === family.parent && location.origin === family.origin && location.pathname === pathname;
  } catch {
    return false;
  }
}
